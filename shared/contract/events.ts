import type { CallList } from '../domain/call-list.ts';
import type { CallListEntry } from '../domain/call-list-entry.ts';
import type { Company } from '../domain/company.ts';
import type { Person } from '../domain/person.ts';
import type { EventType } from './event-types.ts';

/** Who puts events on the bus: the `source` that rules match. */
export const EVENT_SOURCE = 'sales-data';

/** An entry as the API returns it, and the list that it stands in. */
export type ListedEntry = CallListEntry & { readonly callListId: string };

/** All that an event which is too large for the bus says of its resource. */
export interface ResourceReference {
  readonly id: string;
  /** Of an entry only. */
  readonly callListId?: string;
}

/** A resource as the API returns it; a call list as it stands in the collection. */
export type EventData = Person | Company | CallList | ListedEntry | ResourceReference;

/** What happened to one resource, as clients receive it. */
export interface ResourceEvent {
  /** A UUID, the same on every attempt and every replay. */
  readonly id: string;
  readonly type: EventType;
  /** When the change was stored: ISO 8601, UTC, with milliseconds. */
  readonly timestamp: string;
  /**
   * Grows by one with each change of the resource. Two events of one change (`call_list.locked` and
   * `call_list.updated`) share it; a resource that is created again after its deletion starts anew.
   */
  readonly sequence: number;
  /** The resource after the change; for a deletion its last state. */
  readonly data: EventData;
  /** The old values of the fields that changed; empty for what was created or deleted. */
  readonly previous: Readonly<Record<string, unknown>>;
}

/** The `detail` of an event on the bus. */
export interface EventDetail {
  readonly organizationId: string;
  readonly event: ResourceEvent;
  /** Set if the whole event is too large for the bus: `data` then is a reference, `previous` empty. */
  readonly oversized?: true;
  /**
   * The sequence number of the change in the table's stream: digits, without leading zeros. It orders the events of one
   * timestamp.
   */
  readonly streamSequence?: string;
}
