import { setTimeout } from 'node:timers/promises';

const BASE_MILLISECONDS = 50;
const CEILING_MILLISECONDS = 5_000;

/**
 * Waits before retry number `retry` (from 1): a random time up to an exponentially growing ceiling
 * ("full jitter", https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 */
export const withFullJitter = async (retry: number): Promise<void> => {
  const ceiling = Math.min(CEILING_MILLISECONDS, BASE_MILLISECONDS * 2 ** retry);
  await setTimeout(Math.random() * ceiling);
};
