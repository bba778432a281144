import { EVENT_SOURCE, type EventDetail, type ResourceEvent } from '../contract/events.ts';

export interface BusEntry {
  readonly source: string;
  readonly detailType: string;
  /** JSON. */
  readonly detail: string;
  readonly time: Date;
}

/** The result of an entry: published unless it has an error code. */
export interface PutResult {
  readonly errorCode?: string;
}

export interface EventBus {
  /** The longest duration of one call, in milliseconds. */
  readonly longestPut: number;
  /**
   * Puts entries on the bus. Throws if the result of any entry is unknown.
   *
   * @param entries at most {@link MAX_BATCH_ENTRIES}, and {@link MAX_BATCH_BYTES} in total
   * @returns a result for each entry, in their order
   */
  put(entries: readonly BusEntry[]): Promise<readonly PutResult[]>;
}

/** PutEvents accepts this many entries (https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html). */
const MAX_BATCH_ENTRIES = 10;

/**
 * PutEvents accepts less than 1 MB in total. Read as 10^6 bytes, this leaves room for the event's envelope
 * below the 1 MiB that the bus, its targets and SQS accept.
 */
const MAX_BATCH_BYTES = 1_000_000;

/** EventBridge counts a time as this many bytes. */
const TIME_BYTES = 14;

/** The size of an entry in bytes, as EventBridge counts it (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html). */
export const entryBytes = ({ source, detailType, detail }: BusEntry): number =>
  TIME_BYTES + Buffer.byteLength(source) + Buffer.byteLength(detailType) + Buffer.byteLength(detail);

const entryOf = (detail: EventDetail): BusEntry => ({
  source: EVENT_SOURCE,
  detailType: detail.event.type,
  detail: JSON.stringify(detail),
  time: new Date(detail.event.timestamp),
});

/**
 * The bus entry of an event. An event that is too large becomes a reference to its resource, marked
 * `oversized`, so that its deliveries can be recorded as failed.
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

/**
 * Splits entries into consecutive batches that a bus accepts. No entry may exceed {@link MAX_BATCH_BYTES}.
 */
export const busBatchesOf = (entries: readonly BusEntry[]): readonly (readonly BusEntry[])[] => {
  const batches: BusEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = entryBytes(entry);
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === MAX_BATCH_ENTRIES || bytes + size > MAX_BATCH_BYTES) {
      batches.push([entry]);
      bytes = size;
    } else {
      batch.push(entry);
      bytes += size;
    }
  }
  return batches;
};
