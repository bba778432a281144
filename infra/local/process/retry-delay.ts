import { setTimeout } from 'node:timers/promises';

const FIRST_MILLISECONDS = 100;
const LAST_MILLISECONDS = 5_000;

/** Exponential backoff: 100 ms, doubled after each failure up to 5 s. */
export interface RetryDelay {
  /** Consecutive failures so far. */
  readonly failures: number;
  wait(signal: AbortSignal): Promise<void>;
  reset(): void;
}

/** Fulfilled early when the signal is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

export const createRetryDelay = (): RetryDelay => {
  let failures = 0;
  return {
    get failures() {
      return failures;
    },
    wait(signal) {
      const milliseconds = Math.min(LAST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** Math.min(failures, 10));
      failures++;
      return pause(milliseconds, signal);
    },
    reset() {
      failures = 0;
    },
  };
};
