/** An event as it is put on a bus. */
export interface BusEntry {
  readonly source: string;
  readonly detailType: string;
  /** JSON. */
  readonly detail: string;
  readonly time: Date;
}

/** What became of an entry: without an error code it is on the bus. */
export interface PutResult {
  readonly errorCode?: string;
}

/** All that publishing takes of a bus. */
export interface EventBus {
  /** The longest that one call takes, in milliseconds. */
  readonly longestPut: number;
  /**
   * Puts entries on the bus. Throws if it is not known of each what became of it.
   *
   * @param entries at most {@link MAX_BATCH_ENTRIES}, of {@link MAX_BATCH_BYTES} in all
   * @returns a result for each entry, in their order
   */
  put(entries: readonly BusEntry[]): Promise<readonly PutResult[]>;
}

/** PutEvents takes this many entries (https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html). */
export const MAX_BATCH_ENTRIES = 10;

/**
 * PutEvents takes less than 1 MB in all. Read as 10^6 bytes, it leaves the event's envelope some room below the
 * 1 MiB that the bus, its targets and SQS take.
 */
export const MAX_BATCH_BYTES = 1_000_000;

/** What EventBridge counts a time as, in bytes. */
const TIME_BYTES = 14;

/**
 * The size of an entry as EventBridge counts it, in bytes
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html).
 */
export const entryBytes = ({ source, detailType, detail }: BusEntry): number =>
  TIME_BYTES + Buffer.byteLength(source) + Buffer.byteLength(detailType) + Buffer.byteLength(detail);
