import type { EntryOfPerson, Person } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import type { Fact } from '../../../parts/facts.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { usePages } from '../../../parts/use-pages.ts';
import { EntryTable } from '../entry-table.tsx';
import { emailsFact, recordFacts, textFact } from '../record-facts.tsx';
import { RecordLink } from '../record-link.tsx';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

const nameOf = ({ id, firstName, lastName }: Person): string =>
  [firstName, lastName].filter((part) => part !== null).join(' ') || id;

const factsOf = (person: Person): readonly Fact[] => [
  textFact('Title', person.title),
  ['Company', <RecordLink key="company" kind="companies" id={person.companyId} />],
  emailsFact(person),
  ...recordFacts(person),
];

const EntriesOfPerson = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const pages = usePages<EntryOfPerson>(
    (cursor) => api.request('GET /people/{id}/call-list-entries', { id, query: { cursor } }),
    [api, id],
  );
  return (
    <section class="section" aria-labelledby="entries">
      <h2 id="entries">Call lists</h2>
      <Collection
        pages={pages}
        whenEmpty={<EmptyState title="No call lists" text="This person is in no call list." />}
      >
        <EntryTable
          heading={{
            title: 'Call list',
            render: ({ callList }) => <RecordLink kind="call-lists" id={callList.id} text={callList.name} />,
          }}
          entries={pages.items}
        />
      </Collection>
    </section>
  );
};

/** One person with the call lists that contain them. */
export const PersonPage = (props: RecordPageProps) => {
  const { id } = props;
  const { api } = useConsole();
  const loaded = useLoad(() => api.request('GET /people/{id}', { id }), [api, id]);
  return (
    <RecordFrame {...props} kind="people" loaded={loaded} nameOf={nameOf} factsOf={factsOf}>
      <EntriesOfPerson id={id} />
    </RecordFrame>
  );
};
