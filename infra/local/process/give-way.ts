import { setPriority } from 'node:os';

/** About a tenth of the processor under contention. */
const NICENESS = 10;

/**
 * Lowers the priority of this thread, and of those that it starts, below the threads that answer requests.
 * Only Linux has a priority per thread.
 */
export const giveWay = (): void => {
  if (process.platform === 'linux') setPriority(NICENESS);
};
