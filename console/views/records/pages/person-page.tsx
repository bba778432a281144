import type { EntryOfPerson, Person } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import type { Fact } from '../../../parts/facts.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { type ReadPage, usePages } from '../../../parts/use-pages.ts';
import { EntryTable } from '../entry-table.tsx';
import { NothingImported } from '../nothing-imported.tsx';
import { contactFacts, customFacts, emailsFact, sourceFacts, textFact } from '../record-facts.tsx';
import { personName } from '../record-names.ts';
import { useNames } from '../use-names.ts';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

const CompanyLink = ({ id }: { readonly id: string | null }) => (
  <RecordLink kind="companies" id={id} text={useNames('companies', [id])(id)} />
);

const factsOf = (person: Person): readonly Fact[] => [
  textFact('Title', person.title),
  ['Company', <CompanyLink key="company" id={person.companyId} />],
  emailsFact(person),
  ...contactFacts(person),
  ...sourceFacts(person),
];

const EntriesOfPerson = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const read: ReadPage<EntryOfPerson> = (cursor, signal) =>
    api.request('GET /people/{id}/call-list-entries', { id, query: { cursor } }, signal);
  const pages = usePages(read, [api, id]);
  return (
    <section class="section" aria-labelledby="entries">
      <div class="section-heading">
        <h2 id="entries">Call lists</h2>
        {pages.items.length > 0 && <DownloadCsv name="call-lists-of-person" of="call lists" read={read} />}
      </div>
      <Collection
        pages={pages}
        whenEmpty={<NothingImported title="No call lists" what="call lists that contain this person" />}
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
  const loaded = useLoad((signal) => api.request('GET /people/{id}', { id }, signal), [api, id]);
  return (
    <RecordFrame
      {...props}
      kind="people"
      loaded={loaded}
      nameOf={personName}
      factsOf={factsOf}
      customFactsOf={customFacts}
    >
      <EntriesOfPerson id={id} />
    </RecordFrame>
  );
};
