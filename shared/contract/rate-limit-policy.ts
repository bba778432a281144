/** The limits of one usage plan, which API Gateway enforces for each key. */
export interface UsagePlanLimits {
  /** Steady rate, in requests a second. */
  readonly rate: number;
  /** Requests that may come at once. */
  readonly burst: number;
  /** Requests a day, counted from midnight UTC. */
  readonly dailyQuota: number;
}

const SECONDS_A_DAY = 86_400;

/**
 * The `RateLimit-Policy` header of a plan (draft-ietf-httpapi-ratelimit-headers-10, section 3): the steady rate
 * and the quota, each as requests (`q`) in a window of seconds (`w`). How much of either is left is known to API
 * Gateway alone, so no `RateLimit` header accompanies it.
 */
export const rateLimitPolicy = ({ rate, dailyQuota }: UsagePlanLimits): string =>
  `"rate";q=${rate};w=1, "quota";q=${dailyQuota};w=${SECONDS_A_DAY}`;

/** The header's name, as responses spell it. */
export const RATE_LIMIT_POLICY_HEADER = 'RateLimit-Policy';
