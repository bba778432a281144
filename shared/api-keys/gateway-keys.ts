/** Requests of one day (UTC, `2026-01-31`). */
export interface DailyUsage {
  readonly date: string;
  readonly requests: number;
}

/**
 * API Gateway meters each client by a key of its own. That key's value is not a secret: it is what the
 * authorizer returns as `usageIdentifierKey` once the real key was verified. Its name is the same as its value.
 */
export interface GatewayKeys {
  /** Creates the gateway's key, puts it under a usage plan, and returns its id. */
  create(name: string, usagePlanId: string): Promise<string>;
  /**
   * Removes the gateway's key, and with it its plan membership. Does nothing where there is none.
   *
   * @param id where it is known: saves a call, and does not depend on a listing that may lag behind
   */
  remove(name: string, id?: string | null): Promise<void>;
  /** Requests a day, both days included. API Gateway counts with a delay of some minutes. */
  usage(id: string, usagePlanId: string, from: string, to: string): Promise<readonly DailyUsage[]>;
}

/** API Gateway does not take the call now: too many at once, or it holds as many keys as it can. */
export class GatewayBusyError extends Error {
  override readonly name = 'GatewayBusyError';
}
