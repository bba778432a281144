import { EmptyState } from '../../parts/empty-state.tsx';
import { EventList, useEvents } from './event-list.tsx';

interface EventHistoryProps {
  readonly kind: 'person' | 'company' | 'call_list';
  readonly id: string;
}

/** The events about one record, newest first. */
export const EventHistory = ({ kind, id }: EventHistoryProps) => (
  <section class="section" aria-labelledby="history">
    <h2 id="history">History</h2>
    <EventList
      pages={useEvents({ kind, id })}
      whenEmpty={<EmptyState title="No events" text="No event about this record is stored. Events expire." />}
    />
  </section>
);
