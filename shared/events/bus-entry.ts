import { EVENT_SOURCE, type EventDetail, type ResourceEvent } from '../contract/events.ts';
import { type BusEntry, entryBytes, MAX_BATCH_BYTES } from './event-bus.ts';

const entryOf = (detail: EventDetail): BusEntry => ({
  source: EVENT_SOURCE,
  detailType: detail.event.type,
  detail: JSON.stringify(detail),
  time: new Date(detail.event.timestamp),
});

/**
 * An event as it goes on the bus. One that is too large goes as a reference to its resource, marked `oversized`:
 * what waits for it can then be told that it was refused.
 */
export const busEntryOf = (
  organizationId: string,
  event: ResourceEvent,
  streamSequence?: string | undefined,
): BusEntry => {
  const common = streamSequence === undefined ? { organizationId } : { organizationId, streamSequence };
  const whole = entryOf({ ...common, event });
  if (entryBytes(whole) <= MAX_BATCH_BYTES) return whole;
  const { id } = event.data;
  const data = 'callListId' in event.data ? { id, callListId: event.data.callListId } : { id };
  return entryOf({ ...common, event: { ...event, data, previous: {} }, oversized: true });
};
