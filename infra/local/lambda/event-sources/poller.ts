import { setTimeout } from 'node:timers/promises';

/** Hands the records of one event source to its function. */
export interface Poller {
  /** Stops polling. Fulfilled once running invocations have ended, after 5 seconds at most. */
  stop(): Promise<void>;
}

/** Receives the errors of pollers. */
export type OnError = (error: Error) => void;

const DRAIN_MILLISECONDS = 5_000;

/** Fulfilled once all of the promises are settled, after 5 seconds at most. */
export const drain = async (promises: Iterable<Promise<unknown>>): Promise<void> => {
  const timeout = setTimeout(DRAIN_MILLISECONDS, undefined, { ref: false });
  await Promise.race([Promise.allSettled(promises), timeout]);
};
