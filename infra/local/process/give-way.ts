import { setPriority } from 'node:os';

/** About a tenth of the processor where both want all of it. */
const NICENESS = 10;

/**
 * Has this thread, and those that it starts, give way to the threads that answer requests. Only Linux has priorities
 * of single threads.
 */
export const giveWay = (): void => {
  if (process.platform === 'linux') setPriority(NICENESS);
};
