import type { CallListEntry, CallListWithEntries } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import type { Fact } from '../../../parts/facts.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { usePages } from '../../../parts/use-pages.ts';
import { DownloadButton } from '../../exports/download-button.tsx';
import { EntryTable } from '../entry-table.tsx';
import { LockBadge } from '../lock-badge.tsx';
import { useNames } from '../use-names.ts';
import { RecordFrame, type RecordPageProps } from './record-frame.tsx';

type CallList = Omit<CallListWithEntries, 'entries' | 'nextCursor'>;

const nameOf = ({ name }: CallList): string => name;

const factsOf = ({ isLocked, entryCount, createdAt, changedAt }: CallList): readonly Fact[] => [
  ['State', <LockBadge key="state" isLocked={isLocked} />],
  ['Entries', entryCount.toLocaleString('en')],
  ['Created', <Time key="created" at={createdAt} isExact />],
  ['Stored here', <Time key="changed" at={changedAt} isExact />],
];

const Entries = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const pages = usePages<CallListEntry>(
    async (cursor) => {
      const { entries, nextCursor } = await api.request('GET /call-lists/{id}', { id, query: { cursor } });
      return { items: entries, nextCursor };
    },
    [api, id],
  );
  const personNameOf = useNames(
    'people',
    pages.items.map(({ personId }) => personId),
  );
  return (
    <section class="section" aria-labelledby="entries">
      <div class="section-heading">
        <h2 id="entries">Entries</h2>
        {pages.items.length > 0 && (
          <DownloadButton resource="call-list-entry" callListId={id}>
            Download entries
          </DownloadButton>
        )}
      </div>
      <Collection
        pages={pages}
        whenEmpty={<EmptyState title="No entries" text="This call list has no entries." />}
      >
        <EntryTable
          heading={{
            title: 'Person',
            render: ({ personId }) => (
              <RecordLink kind="people" id={personId} text={personNameOf(personId)} />
            ),
          }}
          entries={pages.items}
        />
      </Collection>
    </section>
  );
};

/** One call list with its entries. */
export const CallListPage = (props: RecordPageProps) => {
  const { id } = props;
  const { api } = useConsole();
  const loaded = useLoad(async (): Promise<CallList> => {
    const query = { limit: 1 };
    const { entries, nextCursor, ...callList } = await api.request('GET /call-lists/{id}', { id, query });
    return callList;
  }, [api, id]);
  return (
    <RecordFrame {...props} kind="call-lists" loaded={loaded} nameOf={nameOf} factsOf={factsOf}>
      <Entries id={id} />
    </RecordFrame>
  );
};
