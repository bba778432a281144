import type { EventDetail } from '../../../shared/contract/events/events.ts';
import type { BusEntry, EventBus } from '../../../shared/events/event-bus.ts';

/** An event bus that records its entries and rejects those that `refuse` selects. */
export interface FakeBus extends EventBus {
  /** The batches as received, including rejected entries. */
  readonly calls: readonly (readonly BusEntry[])[];
  /** The accepted events, in order of acceptance. */
  details(): readonly EventDetail[];
}

/**
 * @param refuse returns the error code for an entry of a call (counted from 1), or `undefined` to accept it;
 * what it throws propagates to the caller
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
      return codes;
    },
  };
};
