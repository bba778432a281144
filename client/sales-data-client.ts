import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, operations, paths } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<O extends keyof operations> = Omit<NonNullable<operations[O]['parameters']['query']>, 'cursor'>;

export interface SalesDataClientOptions {
  /** Without a trailing slash, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: RetryPolicy;
  /** @default the platform's own */
  readonly fetch?: typeof globalThis.fetch;
}

export interface RetryPolicy {
  /** The maximum number of attempts, including the first. @default 5 */
  readonly attempts?: number;
  /** The longest wait before a retry, in seconds. A longer `Retry-After` fails immediately. @default 30 */
  readonly longestWait?: number;
}

export interface CallOptions {
  /** Aborts the call, including waits. */
  readonly signal?: AbortSignal;
}

/** The operations of the data API. They throw a ProblemError for every error of the API. */
export interface SalesDataClient {
  /** The API key itself, with its permissions and usage plan. It needs no permission: test a connection with it. */
  key(options?: CallOptions): Promise<Schemas['Key']>;
  person(id: string, options?: CallOptions): Promise<Schemas['Person']>;
  company(id: string, options?: CallOptions): Promise<Schemas['Company']>;
  /** Yields all people in order of change, across all pages. `limit` is the page size. */
  people(query?: QueryOf<'listPeople'>, options?: CallOptions): AsyncGenerator<Schemas['Person']>;
  /** Yields all companies in order of change, across all pages. `limit` is the page size. */
  companies(query?: QueryOf<'listCompanies'>, options?: CallOptions): AsyncGenerator<Schemas['Company']>;
  /** Yields the entries of all call lists in order of change, across all pages. `limit` is the page size. */
  callListEntries(
    query?: QueryOf<'listCallListEntries'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['ListedEntry']>;
  /** Yields every matching call list across all pages. `limit` is the page size. */
  callLists(query?: QueryOf<'listCallLists'>, options?: CallOptions): AsyncGenerator<Schemas['CallList']>;
  /** Yields every entry of a call list, sorted by position. `limit` is the page size. */
  entries(
    callListId: string,
    query?: QueryOf<'getCallList'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['CallListEntry']>;
}

/** Every problem document of the API, discriminated by `type`. */
export type Problem = {
  [N in keyof Schemas]: N extends `${string}Problem` ? Schemas[N] : never;
}[keyof Schemas];

/** Thrown for every error response of the API. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail} (request ${problem.requestId})`);
    this.problem = problem;
  }
}

/** Thrown for a response that does not come from the API, such as a proxy's error page. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  /** The HTTP status. */
  readonly status: number;

  constructor({ status, url }: Pick<Response, 'status' | 'url'>) {
    super(`${url} responded with status ${status}, but not in the format of the Sales Data API.`);
    this.status = status;
  }
}

/** A result of openapi-fetch. */
interface Outcome<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

const isProblem = (error: unknown, { headers }: Response): error is Problem =>
  headers.get('Content-Type') === 'application/problem+json' && typeof error === 'object' && error !== null;

/**
 * The body of a success.
 *
 * @throws ProblemError for every error of the API
 * @throws UnexpectedResponseError for responses that do not come from the API
 */
const bodyOf = <T>({ data, error, response }: Outcome<T>): T => {
  if (response.ok && data !== undefined) return data;
  if (isProblem(error, response)) throw new ProblemError(error);
  throw new UnexpectedResponseError(response);
};

/** Waits are up to 10% longer than requested, so that clients do not retry in lockstep. */
const JITTER = 0.1;

/** Seconds to wait before a retry; `undefined` for no retry. */
const waitOf = ({ status, headers }: Response): number | undefined => {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds * (1 + Math.random() * JITTER);
};

/**
 * A `fetch` that retries 429 and 503 responses after their `Retry-After`. All requests are reads, so retries are safe.
 *
 * It throws what `fetch` throws, and the reason of the request's signal once that is aborted, even during a wait.
 */
const retryingFetch =
  (fetch: typeof globalThis.fetch, { attempts = 5, longestWait = 30 }: RetryPolicy = {}) =>
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

/** Yields every item of a collection. It requests a page once all items of the previous one are consumed. */
async function* itemsOf<T>(
  read: (page: {
    readonly cursor?: string;
  }) => Promise<{ items: readonly T[]; nextCursor?: string | undefined }>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** Creates a client of the data API for one API key. */
export const createSalesDataClient = ({
  baseUrl,
  apiKey,
  retries,
  fetch = globalThis.fetch,
}: SalesDataClientOptions): SalesDataClient => {
  const api = createClient<paths>({
    baseUrl,
    headers: { 'X-Api-Key': apiKey },
    fetch: retryingFetch(fetch, retries),
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return {
    async key(options = {}) {
      return bodyOf(await api.GET('/v1/key', { ...options }));
    },
    async person(id, options = {}) {
      return bodyOf(await api.GET('/v1/person/{id}', { params: { path: { id } }, ...options }));
    },
    async company(id, options = {}) {
      return bodyOf(await api.GET('/v1/company/{id}', { params: { path: { id } }, ...options }));
    },
    people: (query = {}, options = {}) =>
      itemsOf(async (page) => {
        const params = { query: { ...query, ...page } };
        return bodyOf(await api.GET('/v1/person', { params, ...options }));
      }),
    companies: (query = {}, options = {}) =>
      itemsOf(async (page) => {
        const params = { query: { ...query, ...page } };
        return bodyOf(await api.GET('/v1/company', { params, ...options }));
      }),
    callListEntries: (query = {}, options = {}) =>
      itemsOf(async (page) => {
        const params = { query: { ...query, ...page } };
        return bodyOf(await api.GET('/v1/call-list-entry', { params, ...options }));
      }),
    callLists: (query = {}, options = {}) =>
      itemsOf(async (page) => {
        const params = { query: { ...query, ...page } };
        return bodyOf(await api.GET('/v1/call-list', { params, ...options }));
      }),
    entries: (id, query = {}, options = {}) =>
      itemsOf(async (page) => {
        const params = { path: { id }, query: { ...query, ...page } };
        const { entries, nextCursor } = bodyOf(await api.GET('/v1/call-list/{id}', { params, ...options }));
        return { items: entries, nextCursor };
      }),
  };
};
