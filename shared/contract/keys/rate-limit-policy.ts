/** The limits of a usage plan, which API Gateway enforces per key. */
export interface UsagePlanLimits {
  /** Sustained rate, in requests per second. */
  readonly rate: number;
  /** Requests above the sustained rate that are allowed at once. */
  readonly burst: number;
  /** Requests per day, from midnight UTC. */
  readonly dailyQuota: number;
}

const SECONDS_A_DAY = 86_400;

/**
 * The `RateLimit-Policy` header of a plan (draft-ietf-httpapi-ratelimit-headers-10, section 3): the sustained
 * rate and the quota, each as requests (`q`) per window in seconds (`w`). There is no `RateLimit` header,
 * because API Gateway does not expose the remaining requests.
 */
export const rateLimitPolicy = ({ rate, dailyQuota }: UsagePlanLimits): string =>
  `"rate";q=${rate};w=1, "quota";q=${dailyQuota};w=${SECONDS_A_DAY}`;

/** The header's name, as responses spell it. */
export const RATE_LIMIT_POLICY_HEADER = 'RateLimit-Policy';
