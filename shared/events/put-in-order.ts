import { type BusEntry, type EventBus, nextBatch } from './event-bus.ts';

/** Calls without progress before the run ends. */
const ATTEMPTS = 4;

export interface PutOptions {
  readonly bus: EventBus;
  /** Whether there is time for another call of the bus. */
  readonly hasTime: () => boolean;
  /** Waits before retry number `retry`, from 1. */
  readonly backoff: (retry: number) => Promise<void>;
}

export interface PutReport {
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
 * entry, so none overtakes it for good. Some are then put twice, which does no harm: receivers recognize
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
