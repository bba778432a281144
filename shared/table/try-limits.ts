export interface TryLimits {
  /** Per call, retries included. */
  readonly attempts: number;
  /** Milliseconds per attempt. */
  readonly connectionTimeout: number;
  /** Milliseconds per attempt. */
  readonly requestTimeout: number;
}

/** The limits of one DynamoDB call, for both clients. A handler can make a few calls within its timeout. */
export const TRY_LIMITS: TryLimits = { attempts: 3, connectionTimeout: 1_000, requestTimeout: 1_500 };
