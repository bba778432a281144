import { capitalized, type KindName, nounOf, snakeOf } from '../../../../shared/kinds/names.ts';
import type { PlacedEvent } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ImportLink } from '../../../parts/import-link.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { type ReadPage, usePages } from '../../../parts/use-pages.ts';
import { eventPath } from '../../../routing/event-paths.ts';
import { KINDS, type RecordAddress } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { referencesIn } from '../record-fields.ts';
import { useNames } from '../use-names.ts';
import { ChangeList } from './change-list.tsx';
import { changesOf } from './changes.ts';

/** The call list of an entry or a call. */
const listsOf = ({ data }: PlacedEvent['event']) => referencesIn([data], ['callListId']);

const isUpdate = (type: string): boolean => type.endsWith('.updated');

interface HistoryProps {
  /** The kind whose record the history is of. */
  readonly resource: KindName;
  readonly recordName: ReturnType<typeof useNames>;
}

/** What happened: to the record itself, or to one that refers to it. */
const whatHappened = (type: string, resource: KindName): string => {
  const [kind = '', change = ''] = type.split('.');
  const verb = change === 'updated' ? 'changed' : change;
  return capitalized(kind === snakeOf(resource) ? verb : `${nounOf(kind.replaceAll('_', '-'))} ${verb}`);
};

/** What happened and by which import, linked to the event for admins: its page shows webhook deliveries. */
const What = ({ resource, recordName, position, event, ...rest }: HistoryProps & PlacedEvent) => {
  const { user } = useConsole();
  const text = whatHappened(event.type, resource);
  return (
    <>
      {user.role === 'admin' ? (
        <a class="strong" href={hrefOf(eventPath(position))}>
          {text}
        </a>
      ) : (
        <span class="strong">{text}</span>
      )}
      {listsOf(event).map((list) => (
        <span key={list.id} class="apart">
          <RecordLink {...list} text={recordName(list)} />
        </span>
      ))}
      {rest.import && (
        <span class="apart muted">
          by the import of <ImportLink {...rest.import} />
        </span>
      )}
    </>
  );
};

const columnsOf = (history: HistoryProps): readonly Column<PlacedEvent>[] => [
  {
    title: 'Event',
    width: 'xl',
    isHeading: true,
    render: (placed) => <What {...placed} {...history} />,
  },
  { title: 'Time', width: 'l', render: ({ event }) => <Time at={event.timestamp} isExact /> },
  {
    title: 'Changes',
    render: ({ event }) => (
      <ChangeList changes={changesOf(event)} none={isUpdate(event.type) ? 'not shown' : '–'} />
    ),
  },
];

/** What happened to one record, newest first, with the fields before and after each change. */
export const RecordHistory = ({ kind, id }: RecordAddress) => {
  const { api } = useConsole();
  const { resource } = KINDS[kind];
  const read: ReadPage<PlacedEvent> = (cursor, signal) =>
    api.request('GET /events', { query: { kind: snakeOf(resource), id, cursor } }, signal);
  const pages = usePages(read, [api, id]);
  const recordName = useNames(pages.items.flatMap(({ event }) => listsOf(event)));
  return (
    <section class="section" aria-labelledby="history">
      <div class="section-heading">
        <h2 id="history">History</h2>
        {pages.items.length > 0 && <DownloadCsv name="history" of="history" read={read} />}
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          pages.hasMore ? (
            <EmptyState title="No recent events" text="Load more to look further back." />
          ) : (
            <EmptyState
              title="No events"
              text="No event about this record is stored: events expire. The next change appears here."
            />
          )
        }
      >
        <DataTable
          caption="History"
          columns={columnsOf({ resource, recordName })}
          items={pages.items}
          keyOf={({ position }) => position}
        />
      </Collection>
    </section>
  );
};
