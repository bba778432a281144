import { setTimeout } from 'node:timers/promises';

export interface RetryPolicy {
  /** The maximum number of attempts, including the first. */
  readonly attempts: number;
  /** The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately. */
  readonly longestWait: number;
}

/** Enough for a burst to pass; an exhausted daily quota fails immediately. */
export const DEFAULT_RETRIES: RetryPolicy = { attempts: 5, longestWait: 30 };

/** Waits are up to 10% longer than requested, so that clients do not retry in lockstep. */
const JITTER = 0.1;

/** Seconds to wait before a retry; `undefined` for no retry. */
const waitOf = ({ status, headers }: Response): number | undefined => {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds * (1 + Math.random() * JITTER);
};

/**
 * A `fetch` that retries 429 and 503 responses after their `Retry-After`. All requests of the API are reads, so retries
 * are safe.
 *
 * It throws what `fetch` throws, and the reason of the request's signal once that is aborted, even during a wait.
 */
export const retryingFetch =
  (fetch: typeof globalThis.fetch, { attempts, longestWait }: RetryPolicy) =>
  async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(request.clone());
      const wait = waitOf(response);
      if (wait === undefined || wait > longestWait * (1 + JITTER) || attempt >= attempts) return response;
      await response.body?.cancel();
      await setTimeout(wait * 1_000, undefined, { signal: request.signal }).catch(() =>
        request.signal.throwIfAborted(),
      );
    }
  };
