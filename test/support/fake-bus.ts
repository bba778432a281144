import type { EventDetail } from '../../shared/contract/events.ts';
import type { BusEntry, EventBus } from '../../shared/events/event-bus.ts';

/** A bus that keeps what is put on it, and refuses what it is told to. */
export interface FakeBus extends EventBus {
  /** The batches as they came in, refused entries included. */
  readonly calls: readonly (readonly BusEntry[])[];
  /** What is on the bus, in the order in which it got there. */
  details(): readonly EventDetail[];
}

/**
 * @param refuse the error code for an entry of a call (counted from 1), or undefined to take it; what it throws
 * is thrown to the caller
 */
export const createFakeBus = (
  refuse: (entry: BusEntry, call: number) => string | undefined = () => undefined,
): FakeBus => {
  const calls: (readonly BusEntry[])[] = [];
  const taken: BusEntry[] = [];
  return {
    longestPut: 1_000,
    calls,
    details: () => taken.map(({ detail }) => JSON.parse(detail)),
    async put(entries) {
      calls.push(entries);
      const codes = entries.map((entry) => refuse(entry, calls.length));
      taken.push(...entries.filter((_, index) => codes[index] === undefined));
      return codes.map((errorCode) => (errorCode === undefined ? {} : { errorCode }));
    },
  };
};
