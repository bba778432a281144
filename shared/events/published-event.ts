import type { ResourceEvent } from '../contract/events.ts';

/**
 * The largest JSON of an event, in bytes. With the rest of its entry on the bus, it stays below 10^6 bytes, which
 * PutEvents, the bus's targets and SQS accept.
 */
export const MAX_EVENT_BYTES = 999_000;

/** An event in the form in which consumers receive it. */
export interface PublishedEvent {
  readonly event: ResourceEvent;
  /** JSON of the event. */
  readonly json: string;
  readonly isOversized: boolean;
}

/** The published form of an event: of one that is too large, a reference to its resource. */
export const publishedEvent = (event: ResourceEvent): PublishedEvent => {
  const json = JSON.stringify(event);
  if (Buffer.byteLength(json) <= MAX_EVENT_BYTES) return { event, json, isOversized: false };
  const { id } = event.data;
  const data = 'callListId' in event.data ? { id, callListId: event.data.callListId } : { id };
  const reference = { ...event, data, previous: {} };
  return { event: reference, json: JSON.stringify(reference), isOversized: true };
};
