/** What the data API answered to a request that was tried out. */
export interface TryRequestResult {
  readonly status: number;
  /** The reason phrase; may be empty. */
  readonly statusText: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; at most the first {@link MAX_TRIED_BODY_BYTES}. */
  readonly body: string;
  /** Whether the body goes on after that. */
  readonly isTruncated: boolean;
  /** From sending the request to the end of the body. */
  readonly milliseconds: number;
}

/** As much of a body as is handed on. It has to fit into a Lambda response, in which its quotes are escaped twice. */
export const MAX_TRIED_BODY_BYTES = 1_000_000;
