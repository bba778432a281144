import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';
import type { MeteredKey } from './usage-plans.ts';

/** Whether a request is within the limits of its key, and if not, which one it met. */
export type Admission = 'admitted' | 'throttled' | 'quota-exceeded';

/** Counts requests by key. Exact, where API Gateway's own limits are a best effort. */
export interface UsageMeter {
  /** Counts a request, unless it is over a limit. */
  admit(metered: MeteredKey): Admission;
  /** Requests of a key that were let in on a day (UTC, `2026-01-31`). */
  requestsOn(day: string, keyId: string): number;
  /** Writes what is not on disk yet. */
  close(): Promise<void>;
}

/** Requests by day and key. */
const usageSchema = z.strictObject({
  days: z.record(z.string(), z.record(z.string(), z.int().min(0))),
});
type Usage = z.infer<typeof usageSchema>;

/** Counts of the last second may be lost to a kill: the price of not writing for each request. */
const SAVE_AFTER_MILLISECONDS = 1_000;
/** Days that are kept. */
const KEPT_DAYS = 90;

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** A file that cannot be understood starts to count from zero. */
const read = (path: string): Usage => {
  try {
    return usageSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { days: {} };
  }
};

/**
 * @param path of the file that keeps the counts from run to run; need not exist
 * @param now the time in milliseconds since the epoch
 */
export const openUsageMeter = (path: string, now: () => number = Date.now): UsageMeter => {
  const buckets = new Map<string, TokenBucket>();
  const { days } = read(path);
  let timer: NodeJS.Timeout | undefined;
  let lastSave: Promise<void> = Promise.resolve();

  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    lastSave = lastSave
      .catch(() => undefined)
      .then(() => writeFileAtomically(path, JSON.stringify({ days } satisfies Usage)));
    return lastSave;
  };

  const startDay = (day: string): Record<string, number> => {
    const requests: Record<string, number> = {};
    days[day] = requests;
    for (const old of Object.keys(days).sort().slice(0, -KEPT_DAYS)) delete days[old];
    return requests;
  };

  const takeToken = ({ key, limits: { throttle } }: MeteredKey): boolean => {
    if (throttle === undefined) return true;
    const bucket = buckets.get(key.id) ?? createTokenBucket(throttle);
    buckets.set(key.id, bucket);
    return bucket.take(now());
  };

  const countForQuota = ({ key, limits: { quota } }: MeteredKey): boolean => {
    const today = dayOf(now());
    const counts = days[today] ?? startDay(today);
    const requests = counts[key.id] ?? 0;
    if (quota !== undefined && requests >= quota) return false;
    counts[key.id] = requests + 1;
    timer ??= setTimeout(() => void save().catch(() => undefined), SAVE_AFTER_MILLISECONDS).unref();
    return true;
  };

  return {
    admit(metered) {
      if (!takeToken(metered)) return 'throttled';
      return countForQuota(metered) ? 'admitted' : 'quota-exceeded';
    },
    requestsOn: (day, keyId) => days[day]?.[keyId] ?? 0,
    async close() {
      if (timer !== undefined) await save();
      await lastSave;
    },
  };
};
