import type { EventType } from '../../../../shared/contract/events/event-types.ts';
import type { RECORD_EVENT_KINDS } from '../../../../shared/kinds/event-kinds.ts';
import type { PlacedEvent } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { textOf } from '../../../parts/record-of-event.ts';
import { Time } from '../../../parts/time.tsx';
import { type ReadPage, usePages } from '../../../parts/use-pages.ts';
import { eventPath } from '../../../routing/event-paths.ts';
import { KINDS, type RecordAddress } from '../../../routing/record-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { useNames } from '../use-names.ts';
import { ChangeList } from './change-list.tsx';
import { changesOf } from './changes.ts';

type RecordEventType = Extract<EventType, `${(typeof RECORD_EVENT_KINDS)[number]}.${string}`>;

/** What happened, by event type. */
const TEXTS: Readonly<Record<string, string>> = {
  'person.created': 'Created',
  'person.updated': 'Changed',
  'person.expiring': 'Expiring',
  'person.deleted': 'Deleted',
  'person.erased': 'Erased',
  'company.created': 'Created',
  'company.updated': 'Changed',
  'company.expiring': 'Expiring',
  'company.deleted': 'Deleted',
  'call_list.created': 'Created',
  'call_list.updated': 'Changed',
  'call_list.deleted': 'Deleted',
  'call_list.locked': 'Locked',
  'call_list.unlocked': 'Unlocked',
  'call_list_entry.created': 'Added to',
  'call_list_entry.updated': 'Entry changed in',
  'call_list_entry.deleted': 'Removed from',
  'call.created': 'Call recorded',
  'call.updated': 'Call changed',
  'call.deleted': 'Call deleted',
} satisfies Readonly<Record<RecordEventType, string>>;

const isUpdate = (type: string): boolean => type.endsWith('.updated');

/** The call list of the entry that an event is about. */
const callListOf = ({ event: { data } }: PlacedEvent): string | null => textOf(data['callListId']) ?? null;

interface WhatProps extends PlacedEvent {
  readonly callListName: (id: string | null) => string;
}

/** What happened, linked to the event for admins, whose page shows its webhook deliveries. */
const What = ({ callListName, ...placed }: WhatProps) => {
  const { user } = useConsole();
  const { position, event } = placed;
  const text = TEXTS[event.type] ?? event.type;
  const callListId = callListOf(placed);
  return (
    <>
      {user.role === 'admin' ? (
        <a class="strong" href={hrefOf(eventPath(position))}>
          {text}
        </a>
      ) : (
        <span class="strong">{text}</span>
      )}
      {callListId !== null && (
        <span class="apart">
          <RecordLink kind="call-lists" id={callListId} text={callListName(callListId)} />
        </span>
      )}
    </>
  );
};

const columnsOf = (callListName: WhatProps['callListName']): readonly Column<PlacedEvent>[] => [
  {
    title: 'Event',
    width: 'xl',
    isHeading: true,
    render: (placed) => <What {...placed} callListName={callListName} />,
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
  const { name } = KINDS[kind];
  const read: ReadPage<PlacedEvent> = (cursor, signal) =>
    api.request('GET /events', { query: { kind: name, id, cursor } }, signal);
  const pages = usePages(read, [api, id]);
  const callListName = useNames('call-lists', pages.items.map(callListOf));
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
          columns={columnsOf(callListName)}
          items={pages.items}
          keyOf={({ position }) => position}
        />
      </Collection>
    </section>
  );
};
