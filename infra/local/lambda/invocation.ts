/** The result of an invocation, as the Lambda service reports it. */
export type InvocationResult =
  /** The handler's result as JSON; `null` if it returned nothing. */
  { readonly payload: string } | { readonly error: FunctionError };

/**
 * Invokes the function with this ARN. Never rejects: a failure is part of the result.
 *
 * @param event as JSON
 * @param isLate whether the event has waited for seconds, see {@link isLateSince}. @default false
 */
export type Invoke = (
  arn: string,
  requestId: string,
  event: string,
  isLate?: boolean,
) => Promise<InvocationResult>;

/** Lookups and events are expected a second or two after a change. */
const LATE_MILLISECONDS = 3_000;

/** Whether an event of this time, in milliseconds since the epoch, has waited so long that it must not wait more. */
export const isLateSince = (time: number): boolean => Date.now() - time > LATE_MILLISECONDS;

export interface FunctionError {
  /** The class of the error, or Lambda's own name for it, such as `Sandbox.Timedout`. */
  readonly errorType: string;
  readonly errorMessage: string;
}

/** @param error what a function threw, which may not be an Error */
export const toFunctionError = (error: unknown): FunctionError =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message }
    : { errorType: typeof error, errorMessage: String(error) };

/** Lambda's limit for a synchronous response, in bytes of JSON: 6 MB and some overhead. */
export const MAX_RESPONSE_BYTES = 6_291_556;

/** Tells a worker to run the handler once, concurrently with others. */
export interface InvokeMessage {
  /** Repeated with the result. */
  readonly id: number;
  readonly requestId: string;
  /** The event as JSON. */
  readonly event: string;
  /** When the function times out, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** A worker's message: it loaded the function, lost a log line for this reason, or ended an invocation. */
export type WorkerMessage =
  | { readonly isReady: true }
  | { readonly logLoss: string }
  | (InvocationResult & Pick<InvokeMessage, 'id'>);
