import { setTimeout } from 'node:timers/promises';
import type { Problem } from '../../../clients/typescript/src/problems.ts';

export interface RetryPolicy {
  /** The maximum number of attempts, including the first. */
  readonly attempts: number;
  /** The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately. */
  readonly longestWait: number;
}

export interface DataApiOptions {
  /** Without a trailing slash, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries: RetryPolicy;
  /** @default the platform's own */
  readonly fetch?: typeof globalThis.fetch;
}

/** Aborts requests, including waits before retries. */
export interface Call {
  readonly signal: AbortSignal;
}

/** An error of the API, with the delay of a response that may be retried. */
export class DataApiError extends Error {
  override readonly name = 'DataApiError';
  readonly problem: Problem;
  /** Seconds until a retry makes sense. `undefined` if the response does not tell. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter: number | undefined) {
    super(`${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** A response that does not come from the API, such as a proxy's error page. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number) {
    super(`A response with status ${status} is not in the format of the Sales Data API.`);
    this.status = status;
  }
}

const retryAfterOf = ({ headers }: Response): number | undefined => {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
};

const parse = (text: string, status: number): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedResponseError(status);
  }
};

/** The body of a success, whose type the caller knows from the contract. */
const bodyOf = async <T>(response: Response): Promise<T> => {
  const { ok, status, headers } = response;
  const type = headers.get('Content-Type') ?? '';
  const text = await response.text();
  if (ok && type.startsWith('application/json')) return parse(text, status) as T;
  if (!ok && type.startsWith('application/problem+json')) {
    throw new DataApiError(parse(text, status) as Problem, retryAfterOf(response));
  }
  throw new UnexpectedResponseError(status);
};

/** Lists are separated by commas; absent values are omitted. */
const queryString = (query: object): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/**
 * Creates the function that reads from the API. It retries 429 and 503 responses after their `Retry-After`.
 *
 * The function throws DataApiError for every error of the API, UnexpectedResponseError, what `fetch` throws, and the
 * reason of an aborted signal.
 */
export const createGet =
  ({ baseUrl, apiKey, retries: { attempts, longestWait }, fetch = globalThis.fetch }: DataApiOptions) =>
  async <T>(path: string, query: object, { signal }: Call): Promise<T> => {
    const search = queryString(query);
    const url = `${baseUrl}${path}${search === '' ? '' : `?${search}`}`;
    for (let attempt = 1; ; attempt++) {
      // A redirect would send the key to another server.
      const response = await fetch(url, { headers: { 'X-Api-Key': apiKey }, redirect: 'manual', signal });
      const wait = response.status === 429 || response.status === 503 ? retryAfterOf(response) : undefined;
      if (wait === undefined || wait > longestWait || attempt >= attempts) return bodyOf<T>(response);
      await response.body?.cancel();
      // Its own error hides the reason.
      await setTimeout(wait * 1_000, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
