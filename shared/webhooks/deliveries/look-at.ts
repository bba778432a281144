import { timestampOf } from '../../domain/timestamp.ts';

/**
 * How long a message may take from the queue to its attempt before it counts as lost. Until then it is the queue's;
 * a message that comes later than its replacement is void.
 */
const QUEUE_SECONDS = 900;

export const secondsAfter = (at: string, seconds: number): string =>
  timestampOf(new Date(Date.parse(at) + seconds * 1000));

/** When to look at a delivery again that is queued now, and attempted from `dueAt` on. */
export const lookAtAfterQueueing = (dueAt: string): string => secondsAfter(dueAt, QUEUE_SECONDS);
