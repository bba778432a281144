/** A steady rate (requests a second), and a burst on top of it. */
export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

/**
 * A bucket that starts full, is refilled at the rate, and never holds more than the burst.
 *
 * @returns takes a token if there is one, at a time in milliseconds since the epoch
 */
export const createTokenBucket = ({ rate, burst }: Throttle): ((at: number) => boolean) => {
  let tokens = burst;
  let filledAt: number | undefined;
  return (at) => {
    const refill = (Math.max(0, at - (filledAt ?? at)) / 1_000) * rate;
    tokens = Math.min(burst, tokens + refill);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

/** One bucket per key. A key without a throttle is not limited. */
export const createTokenBuckets = <K>() => {
  const buckets = new Map<K, (at: number) => boolean>();
  return (key: K, throttle: Throttle | undefined, at: number): boolean => {
    if (throttle === undefined) return true;
    const take = buckets.get(key) ?? createTokenBucket(throttle);
    buckets.set(key, take);
    return take(at);
  };
};
