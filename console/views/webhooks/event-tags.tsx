import type { EventPattern } from '../../../shared/contract/event-types.ts';

/** What an endpoint subscribes to. */
export const EventTags = ({ events }: { readonly events: readonly EventPattern[] }) => (
  <ul class="tags">
    {events.map((each) => (
      <li key={each}>{each === '*' ? 'all events' : each}</li>
    ))}
  </ul>
);
