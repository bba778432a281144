import type { BusEntry, EventBus, PutResult } from './event-bus.ts';
import { busBatchesOf } from './event-bus.ts';

/** Attempts per batch before its entries count as rejected. */
const ATTEMPTS = 4;

export interface PutOptions {
  readonly bus: EventBus;
  /** Whether there is time for another call of the bus. */
  readonly hasTime: () => boolean;
  /** Waits before retry number `retry`, from 1. */
  readonly backoff: (retry: number) => Promise<void>;
}

export interface PutReport {
  /** Entries that are on the bus. */
  readonly put: number;
  /** The index of the first entry that is not on the bus. */
  readonly firstMissing: number | undefined;
  /** The distinct error codes of the last attempt. */
  readonly errorCodes: readonly string[];
}

/** An entry that is not on the bus yet, with its index among all entries. */
interface Pending {
  readonly entry: BusEntry;
  readonly index: number;
}

const codeOf = (error: unknown): string => (error instanceof Error ? error.name : 'UnknownError');

const callBus = async (bus: EventBus, pending: readonly Pending[]): Promise<readonly PutResult[]> => {
  try {
    return await bus.put(pending.map(({ entry }) => entry));
  } catch (error) {
    // Some may be on the bus. A duplicate does no harm: receivers recognize events by their ids.
    return pending.map(() => ({ errorCode: codeOf(error) }));
  }
};

/**
 * Puts entries on the bus in batches, one after the other, so that no entry overtakes an earlier batch.
 * Rejected entries are retried a few times; entries that are still rejected end the run.
 */
export const putInOrder = async (
  entries: readonly BusEntry[],
  { bus, hasTime, backoff }: PutOptions,
): Promise<PutReport> => {
  let start = 0;
  for (const batch of busBatchesOf(entries)) {
    let pending: readonly Pending[] = batch.map((entry, offset) => ({ entry, index: start + offset }));
    let errorCodes: readonly string[] = ['OutOfTime'];
    for (let attempt = 1; attempt <= ATTEMPTS && pending.length > 0; attempt++) {
      if (attempt > 1) await backoff(attempt - 1);
      // Always make the first call, so that a timeout that is set too low cannot block the stream.
      if ((start > 0 || attempt > 1) && !hasTime()) break;
      const results = await callBus(bus, pending);
      errorCodes = [...new Set(results.flatMap(({ errorCode = [] }) => errorCode))];
      pending = pending.filter((_, place) => results[place]?.errorCode !== undefined);
    }
    const [first] = pending;
    if (first !== undefined) {
      return { put: start + batch.length - pending.length, firstMissing: first.index, errorCodes };
    }
    start += batch.length;
  }
  return { put: start, firstMissing: undefined, errorCodes: [] };
};
