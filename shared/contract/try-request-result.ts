/** The data API's response to a `POST /try-requests`. */
export interface TryRequestResult {
  readonly status: number;
  /** The reason phrase; may be empty. */
  readonly statusText: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most the first {@link MAX_TRIED_BODY_BYTES}, as text. */
  readonly body: string;
  /** Whether `body` is incomplete. */
  readonly isTruncated: boolean;
  /** The time from sending the request to the end of the body. */
  readonly milliseconds: number;
}

/** Keeps the result within the size of a Lambda response, in which quotes are escaped twice. */
export const MAX_TRIED_BODY_BYTES = 1_000_000;
