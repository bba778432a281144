import type { DataApi, Permission } from './data-api.ts';

/** What every tool, resource and prompt works with. */
export interface ServerContext {
  readonly api: DataApi;
  readonly permissions: ReadonlySet<Permission>;
  /** The maximum duration of a call, in milliseconds. */
  readonly timeLimit: number;
  /** Receives errors that are defects. */
  readonly onError: (error: unknown) => void;
}

/**
 * Aborts with the request of the client, and at the time limit. Not by `AbortSignal.timeout`: in Node.js 20,
 * one that only `AbortSignal.any` refers to may be collected as garbage before it fires.
 */
export const callSignal = (signal: AbortSignal, { timeLimit }: ServerContext): { signal: AbortSignal } => {
  const limit = new AbortController();
  const error = new DOMException('The time limit of the call was exceeded.', 'TimeoutError');
  setTimeout(() => limit.abort(error), timeLimit).unref();
  return { signal: AbortSignal.any([signal, limit.signal]) };
};

export const INTERNAL_ERROR = 'An internal error occurred. Tell the user.';
