import { bodyOf, retryAfterOf } from './problems.ts';
import type { operations } from './schema.ts';
import { waitFor } from './wait.ts';

export interface RetryPolicy {
  /** The maximum number of attempts, including the first. @default 5 */
  readonly attempts?: number;
  /** The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately. @default 30 */
  readonly longestWait?: number;
}

export interface SalesDataClientOptions {
  /** Without a trailing slash, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: RetryPolicy;
  /** The time limit of each attempt, in seconds. @default 60 */
  readonly timeoutSeconds?: number;
  /** @default the platform's own */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Aborts the call, including waits. */
  readonly signal?: AbortSignal;
}

/** The body of the success of an operation. */
export type BodyOf<O extends keyof operations> = operations[O]['responses'] extends {
  200: { content: { 'application/json': infer B } };
}
  ? B
  : never;

/** Lists are separated by commas. */
const queryString = (query: object): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** The response, or undefined after a network error. */
type Attempt = { readonly response: Response; readonly text: string } | undefined;

/** Seconds to wait after an attempt; `undefined` for no retry. */
const waitAfter = (outcome: Attempt, attempt: number, longestWait: number): number | undefined => {
  const response = outcome?.response;
  if (response === undefined || response.status === 502 || response.status === 504) {
    // Half a second, doubled each time, less up to a half.
    return Math.min(2 ** (attempt - 2) * (1 - Math.random() / 2), longestWait);
  }
  if (response.status !== 429 && response.status !== 503) return undefined;
  const seconds = retryAfterOf(response);
  return seconds !== undefined && seconds <= longestWait ? seconds : undefined;
};

/**
 * Creates the function that reads from the API. It retries network errors and 502 and 504 responses with a
 * backoff, and 429 and 503 responses after their `Retry-After`. All requests are reads, so retries are safe.
 *
 * The function throws ProblemError, UnexpectedResponseError, what `fetch` throws (`TimeoutError` for the time
 * limit), and the reason of the signal once that is aborted, even during a wait.
 *
 * @throws TypeError for an API key that a header cannot have
 */
export const createGet = ({
  baseUrl,
  apiKey,
  retries: { attempts = 5, longestWait = 30 } = {},
  timeoutSeconds = 60,
  fetch = globalThis.fetch,
}: SalesDataClientOptions) => {
  const headers = new Headers({ 'X-Api-Key': apiKey });
  return async <O extends keyof operations>(
    path: string,
    query: object = {},
    { signal }: CallOptions = {},
  ): Promise<BodyOf<O>> => {
    const search = queryString(query);
    const { href } = new URL(`${baseUrl}${path}${search === '' ? '' : `?${search}`}`);
    const send = async (isLast: boolean): Promise<Attempt> => {
      const limit = AbortSignal.timeout(timeoutSeconds * 1_000);
      try {
        const response = await fetch(href, {
          headers,
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
          // A redirect would send the key to another server.
          redirect: 'manual',
        });
        return { response, text: await response.text() };
      } catch (error) {
        signal?.throwIfAborted();
        if (isLast) throw error;
        return undefined;
      }
    };
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      const outcome = await send(isLast);
      const wait = isLast ? undefined : waitAfter(outcome, attempt, longestWait);
      if (wait !== undefined) await waitFor(wait, signal);
      else if (outcome !== undefined) return bodyOf(href, outcome.response, outcome.text);
    }
  };
};
