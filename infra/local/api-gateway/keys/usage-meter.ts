import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createSerialWriter } from '../../process/serial-writer.ts';
import { createTokenBuckets } from '../token-bucket.ts';
import type { MeteredKey } from './usage-plans.ts';

export type Admission = 'admitted' | 'throttled' | 'quota-exceeded';

/** Counts requests by key and enforces their limits, exactly where API Gateway's are best effort. */
export interface UsageMeter {
  /** Counts a request unless it exceeds a limit. */
  admit(metered: MeteredKey): Admission;
  /** Admitted requests of a key on a day (UTC, `2026-01-31`). */
  requestsOn(day: string, keyId: string): number;
  /** Writes pending counts. */
  close(): Promise<void>;
}

/** Requests by day and key. */
const usageSchema = z.strictObject({
  days: z.record(z.string(), z.record(z.string(), z.int().min(0))),
});
type Usage = z.infer<typeof usageSchema>;

/** A kill may lose the counts of the last second, which saves a write per request. */
const SAVE_AFTER_MILLISECONDS = 1_000;
const KEPT_DAYS = 90;

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** An unreadable file restarts the counts. */
const read = (path: string): Usage => {
  try {
    return usageSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { days: {} };
  }
};

/**
 * @param path of the file that keeps the counts between runs; it need not exist
 * @param now the time in milliseconds since the epoch
 */
export const openUsageMeter = (path: string, now: () => number = Date.now): UsageMeter => {
  const takeToken = createTokenBuckets<string>();
  const { days } = read(path);
  const write = createSerialWriter(path, () => JSON.stringify({ days } satisfies Usage));
  let timer: NodeJS.Timeout | undefined;
  let lastSave: Promise<void> = Promise.resolve();

  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    lastSave = write();
    return lastSave;
  };

  const startDay = (day: string): Record<string, number> => {
    const requests: Record<string, number> = {};
    days[day] = requests;
    for (const old of Object.keys(days).sort().slice(0, -KEPT_DAYS)) delete days[old];
    return requests;
  };

  const countForQuota = ({ keyId, limits: { quota } }: MeteredKey): boolean => {
    const today = dayOf(now());
    const counts = days[today] ?? startDay(today);
    const requests = counts[keyId] ?? 0;
    if (requests >= quota) return false;
    counts[keyId] = requests + 1;
    timer ??= setTimeout(() => void save().catch(() => undefined), SAVE_AFTER_MILLISECONDS).unref();
    return true;
  };

  return {
    admit(metered) {
      if (!takeToken(metered.keyId, metered.limits.throttle, now())) return 'throttled';
      return countForQuota(metered) ? 'admitted' : 'quota-exceeded';
    },
    requestsOn: (day, keyId) => days[day]?.[keyId] ?? 0,
    async close() {
      if (timer !== undefined) await save();
      await lastSave;
    },
  };
};
