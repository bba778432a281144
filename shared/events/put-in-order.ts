import { busBatchesOf } from './bus-batches.ts';
import type { BusEntry, EventBus, PutResult } from './event-bus.ts';

/** Calls for one batch before its entries count as refused. */
const ATTEMPTS = 4;

export interface PutOptions {
  readonly bus: EventBus;
  /** Whether there is time left for another call of the bus. */
  readonly hasTime: () => boolean;
  /** Waits before retry number `retry`, from 1. */
  readonly backoff: (retry: number) => Promise<void>;
}

export interface PutReport {
  /** Entries that are on the bus. */
  readonly put: number;
  /** The first entry that is not on the bus, if any is not. */
  readonly firstMissing: number | undefined;
  /** What the bus said of those that it refused last, each once. */
  readonly errorCodes: readonly string[];
}

/** An entry that is still to be put, at its place among all. */
interface Pending {
  readonly entry: BusEntry;
  readonly index: number;
}

const codeOf = (error: unknown): string => (error instanceof Error ? error.name : 'UnknownError');

const callBus = async (bus: EventBus, pending: readonly Pending[]): Promise<readonly PutResult[]> => {
  try {
    return await bus.put(pending.map(({ entry }) => entry));
  } catch (error) {
    // Some may be on the bus; a second time does no harm, since receivers tell events by their ids.
    return pending.map(() => ({ errorCode: codeOf(error) }));
  }
};

/**
 * Puts entries on the bus in batches, one after the other, so that no later one overtakes an earlier batch. What
 * the bus refuses is put again a few times; what it still refuses ends it there.
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
      // The very first call is always made: a time limit that is set too low must not stop everything.
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
