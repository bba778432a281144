import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import type { MeteredKey } from './usage-plans.ts';

/** Whether a request is within the limits of its key, and if not, which one it met. */
export type Admission = 'admitted' | 'throttled' | 'quota-exceeded';

/** Counts requests by key. Exact, where API Gateway's own limits are a best effort. */
export interface UsageMeter {
  /** Counts a request, unless it is over a limit. */
  admit(metered: MeteredKey): Admission;
  /** Writes what is not on disk yet. */
  close(): Promise<void>;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const usageSchema = z.strictObject({ day: z.string(), requests: z.record(z.string(), z.int().min(0)) });
type Usage = z.infer<typeof usageSchema>;

/** Counts of the last second may be lost to a kill: the price of not writing for each request. */
const SAVE_AFTER_MILLISECONDS = 1_000;

const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Counts of another day do not matter, and neither do those of a file that cannot be understood. */
const read = (path: string, today: string): Usage => {
  try {
    const usage = usageSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (usage.day === today) return usage;
  } catch {
    // Starts to count from zero.
  }
  return { day: today, requests: {} };
};

/**
 * @param path of the file that keeps the day's counts from run to run; need not exist
 * @param now the time in milliseconds since the epoch
 */
export const openUsageMeter = (path: string, now: () => number = Date.now): UsageMeter => {
  const buckets = new Map<string, Bucket>();
  let usage = read(path, dayOf(now()));
  let timer: NodeJS.Timeout | undefined;
  let lastSave: Promise<void> = Promise.resolve();

  const save = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    lastSave = lastSave.catch(() => undefined).then(() => writeFileAtomically(path, JSON.stringify(usage)));
    return lastSave;
  };

  /** A token bucket: refilled at the steady rate, never above the burst. */
  const takeToken = ({ key, limits: { throttle } }: MeteredKey): boolean => {
    if (throttle === undefined) return true;
    const at = now();
    const bucket = buckets.get(key.id) ?? { tokens: throttle.burst, filledAt: at };
    const refill = (Math.max(0, at - bucket.filledAt) / 1_000) * throttle.rate;
    bucket.tokens = Math.min(throttle.burst, bucket.tokens + refill);
    bucket.filledAt = at;
    buckets.set(key.id, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };

  const countForQuota = ({ key, limits: { quota } }: MeteredKey): boolean => {
    const today = dayOf(now());
    if (usage.day !== today) usage = { day: today, requests: {} };
    const requests = usage.requests[key.id] ?? 0;
    if (quota !== undefined && requests >= quota) return false;
    usage.requests[key.id] = requests + 1;
    timer ??= setTimeout(() => void save().catch(() => undefined), SAVE_AFTER_MILLISECONDS).unref();
    return true;
  };

  return {
    admit(metered) {
      if (!takeToken(metered)) return 'throttled';
      return countForQuota(metered) ? 'admitted' : 'quota-exceeded';
    },
    async close() {
      if (timer !== undefined) await save();
      await lastSave;
    },
  };
};
