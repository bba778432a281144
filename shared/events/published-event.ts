import type { ResourceEvent } from '../contract/events/events.ts';

/**
 * The largest JSON of an event, in bytes. With the rest of its entry on the bus, it stays below 10^6 bytes,
 * which PutEvents, the bus's targets and SQS accept.
 */
export const MAX_EVENT_BYTES = 999_000;

/** An event in the form in which consumers receive it. */
export interface PublishedEvent {
  readonly event: ResourceEvent;
  /** JSON of the event. */
  readonly json: string;
  readonly isOversized: boolean;
}

/**
 * The published form of an event. One that is too large loses its `previous`, and becomes a reference to its
 * resource if that does not suffice: only for texts of many control characters, of which each takes six bytes
 * in JSON.
 */
export const publishedEvent = (event: ResourceEvent): PublishedEvent => {
  for (const shown of [event, { ...event, previous: {} }]) {
    const json = JSON.stringify(shown);
    if (Buffer.byteLength(json) <= MAX_EVENT_BYTES) return { event: shown, json, isOversized: false };
  }
  const { id } = event.data;
  const data = 'position' in event.data ? { id, callListId: event.data.callListId } : { id };
  const reference = { ...event, data, previous: {} };
  return { event: reference, json: JSON.stringify(reference), isOversized: true };
};
