import { withFullJitter } from '../../../table/backoff.ts';
import { TableConflictError, TableThrottledError } from '../../../table/reader.ts';
import type { Table } from '../../../table/table.ts';

/** The most writes that any part of an import has in flight: without throttling, no write waits. */
const MOST_WRITES = 16;

/** How much each successful write raises the limit. */
const RECOVERY = 0.1;

/**
 * The longest waits after throttled attempts are from 0.4 to 5 seconds: each attempt doubles them, and each
 * success takes half of that back, so that about a third of the attempts are throttled while DynamoDB limits
 * the import.
 */
const FIRST_WAIT = 3;
const LAST_WAIT = 7;
const SHORTER_WAIT = 0.5;

/** Whether the write may succeed later, and the sooner the fewer others there are. */
const isPassing = (error: unknown): boolean =>
  error instanceof TableThrottledError || error instanceof TableConflictError;

/**
 * Returns a function that makes writes, and adapts how many are in flight: each time that DynamoDB throttles,
 * or other transactions keep a write from being made, half as many, and more again as they succeed (additive
 * increase, multiplicative decrease). Retries such a write while it may.
 *
 * @param most the writes in flight as long as none is throttled
 */
export const createWriteLimit = (mayRetry: () => boolean = () => true, most = MOST_WRITES) => {
  let limit = most;
  let running = 0;
  let wait = FIRST_WAIT;
  /** How often the limit was lowered. */
  let lowered = 0;
  const waiting: (() => void)[] = [];

  const start = async (): Promise<void> => {
    if (running >= Math.floor(limit)) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  const end = (): void => {
    running -= 1;
    while (waiting.length > 0 && running < Math.floor(limit)) {
      running += 1;
      waiting.shift()?.();
    }
  };

  return async <T>(write: () => Promise<T>): Promise<T> => {
    for (;;) {
      await start();
      const before = lowered;
      try {
        const result = await write();
        wait = Math.max(FIRST_WAIT, wait - SHORTER_WAIT);
        limit = Math.min(most, limit + RECOVERY);
        return result;
      } catch (error) {
        if (!isPassing(error) || !mayRetry()) throw error;
        // Writes that were in flight together are throttled together: they lower the limit once.
        if (before === lowered) {
          lowered += 1;
          limit = Math.max(1, Math.min(limit, running) / 2);
        }
        // Until then, the write counts as in flight, so that others wait, too.
        const longest = wait;
        wait = Math.min(LAST_WAIT, wait + 1);
        await withFullJitter(longest);
      } finally {
        end();
      }
    }
  };
};

/**
 * Makes the writes of an import adapt to throttling.
 *
 * @param mayRetry whether the import has time to retry a throttled write, which otherwise fails as usual
 * @param most the writes in flight as long as none is throttled
 */
export const adaptToThrottling = (
  { reader, writer }: Table,
  mayRetry?: () => boolean,
  most?: number,
): Table => {
  const limited = createWriteLimit(mayRetry, most);
  return {
    reader,
    writer: {
      put: (...write) => limited(() => writer.put(...write)),
      update: (operation) => limited(() => writer.update(operation)),
      transact: (operations) => limited(() => writer.transact(operations, { retriesThrottling: false })),
    },
  };
};
