/** How one invocation of a function ended, as the Lambda service reports it. */
export type InvocationResult =
  /** The handler's result as JSON; a handler that returns nothing gives `null`. */
  { readonly payload: string } | { readonly error: FunctionError };

export interface FunctionError {
  /** The class of the error, or Lambda's own name for it, such as `Sandbox.Timedout`. */
  readonly errorType: string;
  readonly errorMessage: string;
}

/** Lambda's limit of a synchronous response: 6 MB and some overhead, in bytes of JSON. */
export const MAX_RESPONSE_BYTES = 6_291_556;

/** Lambda gives a function this long to load before it starts over. */
export const INIT_MILLISECONDS = 10_000;

/** To a worker: run the handler once. */
export interface InvokeMessage {
  readonly requestId: string;
  /** The event as JSON. */
  readonly event: string;
  /** When the time limit is over, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** From a worker: it is loaded, or an invocation ended. */
export type WorkerMessage = { readonly isReady: true } | InvocationResult;
