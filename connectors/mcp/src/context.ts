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

/** Aborts with the request of the client, and at the time limit. */
export const callSignal = (signal: AbortSignal, { timeLimit }: ServerContext): { signal: AbortSignal } => ({
  signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
});

export const INTERNAL_ERROR = 'An internal error occurred. Tell the user.';
