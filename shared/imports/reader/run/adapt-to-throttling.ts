import { withFullJitter } from '../../../table/backoff.ts';
import { TableThrottledError } from '../../../table/reader.ts';
import type { Table } from '../../../table/table.ts';

/** As many as any part of an import has in flight: without throttling, no write waits. */
const MOST_WRITES = 16;

/** By how much each write that succeeds raises the limit. */
const RECOVERY = 0.1;

/** Waits start as if they followed this many throttled attempts: at most 0.4 seconds. */
const EARLIER_ATTEMPTS = 2;

/**
 * Makes the writes of an import adapt to throttling: each time that DynamoDB throttles, half as many are in
 * flight, and more again as they succeed (additive increase, multiplicative decrease). A throttled write is
 * retried as long as the import may go on.
 *
 * @param mayRetry whether the import has time for a retry. Otherwise the write fails as without this
 */
export const adaptToThrottling = ({ reader, writer }: Table, mayRetry: () => boolean = () => true): Table => {
  let limit = MOST_WRITES;
  let running = 0;
  /** Throttled attempts since the last write that succeeded. */
  let throttled = 0;
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

  const adapted = async <T>(write: () => Promise<T>): Promise<T> => {
    for (;;) {
      await start();
      const before = lowered;
      try {
        const result = await write();
        throttled = 0;
        limit = Math.min(MOST_WRITES, limit + RECOVERY);
        return result;
      } catch (error) {
        if (!(error instanceof TableThrottledError) || !mayRetry()) throw error;
        throttled += 1;
        // Writes that were in flight together are throttled together: they lower the limit once.
        if (before === lowered) {
          lowered += 1;
          limit = Math.max(1, Math.min(limit, running) / 2);
        }
        // Until then, the write counts as in flight, so that others wait, too.
        await withFullJitter(EARLIER_ATTEMPTS + throttled);
      } finally {
        end();
      }
    }
  };

  return {
    reader,
    writer: {
      put: (...write) => adapted(() => writer.put(...write)),
      update: (operation) => adapted(() => writer.update(operation)),
      transact: (operations) => adapted(() => writer.transact(operations, { retriesThrottling: false })),
    },
  };
};
