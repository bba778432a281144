import { setTimeout } from 'node:timers/promises';

export interface RetryPolicy {
  /** How often a request is sent at most, the first time included. */
  readonly attempts: number;
  /** The longest wait for a single retry, in seconds: whoever is told to wait longer gets the error at once. */
  readonly longestWait: number;
}

/** As often as a burst takes to pass; a quota of the day, whose wait is longer, is not waited for. */
export const DEFAULT_RETRIES: RetryPolicy = { attempts: 5, longestWait: 30 };

/** Waits are up to a tenth longer than asked for, so that many clients do not come back at the same moment. */
const JITTER = 0.1;

/** Seconds to wait before the next try; `undefined` where trying again is of no use. */
const waitOf = ({ status, headers }: Response): number | undefined => {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds * (1 + Math.random() * JITTER);
};

/**
 * A `fetch` that sends a request again when it is told to wait (429, and 503 of a service that is busy or of a key that is
 * only seconds old). All requests of the API are reads, so that repeating one does no harm.
 *
 * It throws what `fetch` throws, and the reason of the request's signal as soon as that is aborted, while waiting too.
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
