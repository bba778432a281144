/** Requests on one UTC day (`2026-01-31`). */
export interface DailyUsage {
  readonly date: string;
  readonly requests: number;
}

/**
 * API Gateway meters each client by a gateway key. Its value is no secret: the authorizer returns it as
 * `usageIdentifierKey` after it verified the API key. Its name equals its value.
 */
export interface GatewayKeys {
  /**
   * Creates a gateway key in a usage plan and returns its id. Safe to repeat: completes what was interrupted.
   */
  create(name: string, usagePlanId: string): Promise<string>;
  /**
   * Deletes a gateway key and its plan membership. A no-op if it does not exist.
   *
   * @param id if known: saves a call, and avoids a listing that may lag behind
   */
  remove(name: string, id?: string | null): Promise<void>;
  /** Daily requests, both days included. API Gateway's counts lag by some minutes. */
  usage(id: string, usagePlanId: string, from: string, to: string): Promise<readonly DailyUsage[]>;
}

/** API Gateway throttles the call, is changing the plan, or holds the maximum number of keys. */
export class GatewayBusyError extends Error {
  override readonly name = 'GatewayBusyError';
}
