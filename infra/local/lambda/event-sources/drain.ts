import { setTimeout } from 'node:timers/promises';

/** Invocations under way get this long to finish when the runner stops. */
const DRAIN_MILLISECONDS = 5_000;

/** Fulfilled once all of these are, or a few seconds later. */
export const drain = async (invocations: Iterable<Promise<unknown>>): Promise<void> => {
  const stopping = new AbortController();
  const timeOut = setTimeout(DRAIN_MILLISECONDS, undefined, { signal: stopping.signal }).catch(
    () => undefined,
  );
  await Promise.race([Promise.allSettled(invocations), timeOut]);
  stopping.abort();
};
