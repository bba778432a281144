import type { RecordOfKind } from '../../kinds/kinds.ts';
import type { KindName } from '../../kinds/names.ts';
import type { AdminResponseBody } from '../admin-response-bodies.ts';
import type { ExportFormat } from '../exports/export-limits.ts';
import type { CountedKind } from '../imports/import-limits.ts';
import type { EventType } from './event-types.ts';

/** The `source` of the events on the bus, which rules match. */
export const EVENT_SOURCE = 'sales-data';

/** The `data` of an event that is too large, and of `person.erased`. */
export interface ResourceReference {
  readonly id: string;
  /** Entries only. */
  readonly callListId?: string;
}

/** The `data` of an operational event: the webhook endpoint after the change, without its secrets. */
export type EndpointState = Pick<
  AdminResponseBody<'WebhookEndpoint'>,
  'id' | 'description' | 'eventTypes' | 'disabledReason' | 'disabledAt' | 'failingSince' | 'apiKeyId'
>;

/** What became of the rows of one kind in an import: `read` is the sum of the outcomes. */
export interface ImportCountsState {
  readonly read: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly merged: number;
  readonly rejected: number;
  readonly warnings: number;
}

/** The `data` of an event about an import: the import after it ended. */
export interface ImportState {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly fileName: string;
  readonly problem: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly counts: Readonly<Record<CountedKind, ImportCountsState>> | null;
  readonly deleted: number;
}

/** The `data` of an event about an export: the export after it ended, without its files. */
export interface ExportEventState {
  readonly id: string;
  readonly resource: KindName;
  readonly format: ExportFormat;
  readonly problem: string | null;
  readonly recordCount: number;
  readonly totalCount: number | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly expiresAt: string | null;
}

/** A resource as the API returns it; a call list without its entries. */
export type EventData =
  | RecordOfKind<KindName>
  | EndpointState
  | ImportState
  | ExportEventState
  | ResourceReference;

/** One change of a resource, as clients receive it. */
export interface ResourceEvent {
  /** A UUID, the same on every attempt and every replay. */
  readonly id: string;
  readonly type: EventType;
  readonly organizationId: string;
  /** When the change was stored: ISO 8601, UTC, with milliseconds. */
  readonly timestamp: string;
  /**
   * Increases by one with each change of the resource, and by far more in a new epoch. Two events of one
   * change (`call_list.locked` and `call_list.updated`) share it. A re-created resource continues from the
   * version of its deletion. Operational events of an endpoint are counted on their own; an import has a
   * single event.
   */
  readonly sequence: number;
  /** Whether the change was made silently: it is in the feed, but not sent to webhooks. */
  readonly isSilent: boolean;
  /** The resource after the change, or before a deletion; only the id of an erased person. */
  readonly data: EventData;
  /**
   * The previous values of the changed fields; empty for a creation, deletion, erasure or announced expiry,
   * and operational events.
   */
  readonly previous: Readonly<Record<string, unknown>>;
  /** The earliest deletion, for an announced expiry. */
  readonly expiresAt?: string;
}

/** The `detail` of an event on the bus. */
export interface EventDetail {
  readonly organizationId: string;
  readonly event: ResourceEvent;
  /** Set if the event is too large: `data` is then a reference, and `previous` is empty. */
  readonly oversized?: true;
  /** The event's position in the feed, where its body is stored. */
  readonly feedPosition: string;
  /** For how many days the organization keeps the event. */
  readonly keptDays: number;
  /**
   * The sequence number of the change in the table's stream: digits, without leading zeros. Orders events
   * with equal timestamps.
   */
  readonly streamSequence: string;
}
