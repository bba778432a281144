import type { ComponentChildren } from 'preact';
import type { PlacedEvent } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EventRecord, referencesOf } from '../../parts/event-record.tsx';
import { Time } from '../../parts/time.tsx';
import type { Pages } from '../../parts/use-pages.ts';
import { eventPath } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import { useNames } from '../records/use-names.ts';

const changedFields = ({ event: { previous } }: PlacedEvent): string =>
  Object.keys(previous)
    .filter((name) => name !== 'updatedAt')
    .join(', ');

/** An event, linked to its page for admins: it shows webhook deliveries. */
const EventLink = ({ position, event }: PlacedEvent) =>
  useConsole().user.role === 'admin' ? (
    <a class="strong" href={hrefOf(eventPath(position))}>
      {event.type}
    </a>
  ) : (
    <span class="strong">{event.type}</span>
  );

const columnsOf = (recordName: ReturnType<typeof useNames>): readonly Column<PlacedEvent>[] => [
  { title: 'Event', isHeading: true, isClipped: true, render: (each) => <EventLink {...each} /> },
  { title: 'Time', width: 'l', render: ({ event }) => <Time at={event.timestamp} isExact /> },
  {
    title: 'Record',
    isClipped: true,
    render: ({ event }) => <EventRecord event={event} recordName={recordName} />,
  },
  { title: 'Sequence', isNumeric: true, width: 's', render: ({ event }) => event.sequence },
  {
    title: 'Changed fields',
    isClipped: true,
    render: (each) => changedFields(each) || <span class="muted">none</span>,
  },
];

/** Events, newest first. */
export const EventTable = ({ events }: { readonly events: readonly PlacedEvent[] }) => {
  const recordName = useNames(events.flatMap(({ event }) => referencesOf(event)));
  return (
    <DataTable
      caption="Events"
      columns={columnsOf(recordName)}
      items={events}
      keyOf={({ position }) => position}
    />
  );
};

interface EventListProps {
  readonly pages: Pages<PlacedEvent>;
  /** Replaces the list if there are no events. */
  readonly whenEmpty: ComponentChildren;
}

/** Events, newest first, with the other pages. */
export const EventList = ({ pages, whenEmpty }: EventListProps) => (
  <Collection pages={pages} shownAtFields={['types', 'kind', 'id', 'after', 'before']} whenEmpty={whenEmpty}>
    <EventTable events={pages.items} />
  </Collection>
);
