/** Lets calls through at a steady rate, and some at once. */
export interface TokenBucket {
  /**
   * Takes a token, if there is one.
   *
   * @param at the time in milliseconds since the epoch
   */
  take(at: number): boolean;
}

/**
 * A bucket that is full at first, refilled at the steady rate (tokens a second), and never holds more than the burst.
 */
export const createTokenBucket = ({
  rate,
  burst,
}: {
  readonly rate: number;
  readonly burst: number;
}): TokenBucket => {
  let tokens = burst;
  let filledAt: number | undefined;
  return {
    take(at) {
      const refill = (Math.max(0, at - (filledAt ?? at)) / 1_000) * rate;
      tokens = Math.min(burst, tokens + refill);
      filledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};
