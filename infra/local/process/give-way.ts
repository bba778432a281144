import { getPriority, setPriority } from 'node:os';

/** Leaves about a tenth of the processor under contention. */
const NICENESS = 10;
const MAX_NICENESS = 19;

/**
 * Lowers the priority of this thread, and of those that it starts, below the threads that answer requests.
 * Only Linux has a priority per thread.
 */
export const giveWay = (): void => {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, MAX_NICENESS));
};
