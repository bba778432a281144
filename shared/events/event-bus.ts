import { EVENT_SOURCE, type EventDetail } from '../contract/events/events.ts';
import type { PublishedEvent } from './published-event.ts';

/** Calls without progress before the run ends. */
const ATTEMPTS = 4;

interface PutOptions {
  readonly bus: EventBus;
  /** Whether there is time for another call of the bus. */
  readonly hasTime: () => boolean;
  /** Waits before retry number `retry`, from 1. */
  readonly backoff: (retry: number) => Promise<void>;
}

interface PutReport {
  /** How many of the first entries are on the bus. Later ones may be as well. */
  readonly put: number;
  /** The distinct error codes of the last call. */
  readonly errorCodes: readonly string[];
}

const callBus = async (
  bus: EventBus,
  batch: readonly BusEntry[],
): Promise<readonly (string | undefined)[]> => {
  try {
    return await bus.put(batch);
  } catch (error) {
    return batch.map(() => (error instanceof Error ? error.name : 'UnknownError'));
  }
};

/**
 * Puts entries on the bus in batches, one after the other. The batch after a rejected entry starts with that
 * entry, so none overtakes it permanently. Some are then put twice, which does no harm: receivers recognize
 * events by their ids. An entry that stays rejected ends the run.
 */
export const putInOrder = async (
  entries: readonly BusEntry[],
  { bus, hasTime, backoff }: PutOptions,
): Promise<PutReport> => {
  let put = 0;
  let failures = 0;
  let errorCodes: readonly string[] = [];
  while (put < entries.length && failures < ATTEMPTS) {
    if (failures > 0) await backoff(failures);
    // Always make the first call, so that a timeout that is set too low cannot block the stream.
    if ((put > 0 || failures > 0) && !hasTime()) return { put, errorCodes: ['OutOfTime', ...errorCodes] };
    const codes = await callBus(bus, nextBatch(entries.slice(put)));
    const rejected = codes.findIndex((code) => code !== undefined);
    errorCodes = [...new Set(codes.filter((code) => code !== undefined))];
    put += rejected === -1 ? codes.length : rejected;
    failures = rejected === -1 ? 0 : rejected > 0 ? 1 : failures + 1;
  }
  return { put, errorCodes };
};

/** An event of one stream record, as it is put on the bus. */
export interface BusEntry {
  readonly detailType: string;
  /** JSON of an {@link EventDetail}. */
  readonly detail: string;
  readonly time: Date;
  readonly streamSequence: string;
}

export interface EventBus {
  /** The longest duration of one call, in milliseconds. */
  readonly longestPut: number;
  /**
   * Puts entries on the bus. Throws if the result of any entry is unknown.
   *
   * @param entries of one batch, see {@link nextBatch}
   * @returns for each entry its error code, or `undefined` if it is on the bus
   */
  put(entries: readonly BusEntry[]): Promise<readonly (string | undefined)[]>;
}

/**
 * PutEvents accepts this many entries
 * (https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html).
 */
const MAX_BATCH_ENTRIES = 10;

/**
 * PutEvents accepts less than 1 MB in total. Read as 10^6 bytes, this leaves room for the event's envelope
 * below the 1 MiB that the bus, its targets and SQS accept.
 */
const MAX_BATCH_BYTES = 1_000_000;

/** EventBridge counts a time as this many bytes. */
const TIME_BYTES = 14;

/**
 * The size of an entry in bytes, as EventBridge counts it
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html).
 */
export const entryBytes = ({ detailType, detail }: Pick<BusEntry, 'detailType' | 'detail'>): number =>
  TIME_BYTES + Buffer.byteLength(EVENT_SOURCE) + Buffer.byteLength(detailType) + Buffer.byteLength(detail);

/** The bus entry of an event. */
export const busEntryOf = (
  { event, json, isOversized }: PublishedEvent,
  streamSequence: string,
  feedPosition: string,
  keptDays: number,
): BusEntry => {
  const { organizationId, type, timestamp } = event;
  const other: Omit<EventDetail, 'event'> = {
    organizationId,
    ...(isOversized && { oversized: true }),
    streamSequence,
    feedPosition,
    keptDays,
  };
  // The event's JSON is the largest part, and has been made for the feed.
  const detail = `${JSON.stringify(other).slice(0, -1)},"event":${json}}`;
  return { detailType: type, detail, time: new Date(timestamp), streamSequence };
};

/** The first entries, as many as a bus accepts at once. */
export const nextBatch = (entries: readonly BusEntry[]): readonly BusEntry[] => {
  let bytes = 0;
  const end = entries.slice(0, MAX_BATCH_ENTRIES).findIndex((entry) => {
    bytes += entryBytes(entry);
    return bytes > MAX_BATCH_BYTES;
  });
  return entries.slice(0, end === -1 ? MAX_BATCH_ENTRIES : end);
};
