import type { ComponentChildren } from 'preact';
import type { EventFilters, PlacedEvent } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { EventRecord } from '../../parts/event-record.tsx';
import { Time } from '../../parts/time.tsx';
import { type Pages, usePages } from '../../parts/use-pages.ts';
import { eventPath } from '../../routing/event-paths.ts';
import { hrefOf } from '../../routing/route.ts';

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

const COLUMNS: readonly Column<PlacedEvent>[] = [
  { title: 'Event', isHeading: true, render: (each) => <EventLink {...each} /> },
  { title: 'Time', render: ({ event }) => <Time at={event.timestamp} isExact /> },
  { title: 'Record', render: ({ event }) => <EventRecord event={event} /> },
  { title: 'Sequence', render: ({ event }) => event.sequence },
  {
    title: 'Changed fields',
    render: (each) => changedFields(each) || <span class="muted">none</span>,
  },
];

/** The pages of the events with these filters, newest first. */
export const useEvents = (filters: EventFilters, refreshes = 0): Pages<PlacedEvent> => {
  const { api } = useConsole();
  return usePages<PlacedEvent>(
    (cursor) => api.request('GET /events', { query: { ...filters, cursor } }),
    [api, JSON.stringify(filters), refreshes],
  );
};

interface EventListProps {
  readonly pages: Pages<PlacedEvent>;
  /** Replaces the list if there are no events. */
  readonly whenEmpty: ComponentChildren;
}

/** Events, newest first. */
export const EventList = ({ pages, whenEmpty }: EventListProps) => (
  <Collection
    pages={pages}
    whenEmpty={
      pages.hasMore ? (
        <EmptyState
          title="No recent events"
          text="None of the latest events match. Load more to look further back."
        />
      ) : (
        whenEmpty
      )
    }
  >
    <DataTable caption="Events" columns={COLUMNS} items={pages.items} keyOf={({ position }) => position} />
  </Collection>
);
