import { waitFor } from './wait.ts';

export interface RetryPolicy {
  /** The maximum number of attempts, including the first. @default 5 */
  readonly attempts?: number;
  /** The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately. @default 30 */
  readonly longestWait?: number;
}

/** Seconds to wait before a retry; `undefined` for no retry. */
const waitOf = ({ status, headers }: Response): number | undefined => {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
};

/**
 * A `fetch` that retries reads with a 429 or 503 response after its `Retry-After`. It sends other requests once: a repeated
 * `POST` could create a second resource.
 *
 * It throws what `fetch` throws, and the reason of the request's signal once that is aborted, even during a wait.
 */
export const retryingFetch =
  (fetch: typeof globalThis.fetch, { attempts = 5, longestWait = 30 }: RetryPolicy = {}) =>
  async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return fetch(request);
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(request.clone());
      const wait = waitOf(response);
      if (wait === undefined || wait > longestWait || attempt >= attempts) return response;
      await response.body?.cancel();
      await waitFor(wait, request.signal);
    }
  };
