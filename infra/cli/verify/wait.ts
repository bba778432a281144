import { setTimeout } from 'node:timers/promises';

const POLL_MILLISECONDS = 500;

/**
 * Reads until there is a result.
 *
 * @param waitedFor completes "… within 180 s"
 * @throws Error if there is none in time, and the reason of an aborted signal
 */
export const waitFor = async <T>(
  read: () => Promise<T | undefined>,
  { seconds, waitedFor, signal }: { seconds: number; waitedFor: string; signal: AbortSignal },
): Promise<T> => {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const result = await read();
    if (result !== undefined) return result;
    if (performance.now() > end) throw new Error(`no ${waitedFor} within ${seconds} s`);
    await setTimeout(POLL_MILLISECONDS, undefined, { signal });
  }
};
