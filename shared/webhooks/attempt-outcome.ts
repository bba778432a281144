/** What came of one attempt to deliver an event, as it is recorded and shown to the endpoint's admins. */
export interface AttemptOutcome {
  /** Whether the endpoint answered with a status of 200 to 299. */
  readonly isSuccess: boolean;
  /** The HTTP status; null when no response arrived. */
  readonly status: number | null;
  /** One sentence on what went wrong; null for a success. */
  readonly error: string | null;
  /** From the start of the lookup to the end of what was read of the response. */
  readonly durationMilliseconds: number;
  /** The first 1,024 bytes of the response's body as text; null when no response arrived. */
  readonly responseBody: string | null;
  /** How long the response's `Retry-After` asks to wait from now; null when it does not ask. */
  readonly retryAfterSeconds: number | null;
}
