import { setTimeout } from 'node:timers/promises';

const BASE_MILLISECONDS = 50;
const CEILING_MILLISECONDS = 5_000;

/**
 * The longest wait before retry number `retry` (from 1), in milliseconds.
 *
 * @param ceiling the longest wait before any retry
 */
export const longestWait = (retry: number, ceiling = CEILING_MILLISECONDS): number =>
  Math.min(ceiling, BASE_MILLISECONDS * 2 ** retry);

/**
 * Waits before retry number `retry` (from 1): a random time up to an exponentially growing ceiling
 * ("full jitter", https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 *
 * @param ceiling the longest wait before any retry, in milliseconds. Default: 5,000
 * @param signal ends the wait with an AbortError
 */
export const withFullJitter = async (
  retry: number,
  ceiling?: number,
  signal?: AbortSignal,
): Promise<void> => {
  const options = signal === undefined ? {} : { signal };
  await setTimeout(Math.random() * longestWait(retry, ceiling), undefined, options);
};
