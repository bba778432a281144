/** The maximum of `pollSeconds` and `timeoutSeconds`. */
export const DAY_SECONDS = 86_400;

/** Waits are up to 10% longer than requested, so that clients do not act in lockstep. */
const JITTER = 0.1;

/** Waits for some seconds. Throws the reason of the signal once that is aborted. */
export const waitFor = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const milliseconds = seconds * (1 + Math.random() * JITTER) * 1_000;
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Seconds between polls: the first, how much each grows, and the longest. */
const FIRST_POLL = 1;
const GROWTH = 1.5;
const LONGEST_POLL = 30;

/** Reads a job again while it runs. Throws the reason of the signal once that is aborted. */
export const pollWhile = async <T>(
  first: T,
  isRunning: (shown: T) => boolean,
  read: (shown: T) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  let shown = first;
  for (let wait = FIRST_POLL; isRunning(shown); wait = Math.min(wait * GROWTH, LONGEST_POLL)) {
    await waitFor(wait, signal);
    shown = await read(shown);
  }
  return shown;
};
