import createClient from 'openapi-fetch';
import { itemsOf } from './pages.ts';
import { bodyOf } from './problem-error.ts';
import { DEFAULT_RETRIES, type RetryPolicy, retryingFetch } from './retrying-fetch.ts';
import type { components, operations, paths } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<O extends keyof operations> = Omit<NonNullable<operations[O]['parameters']['query']>, 'cursor'>;

export interface SalesDataClientOptions {
  /** Without a trailing slash, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** @default DEFAULT_RETRIES */
  readonly retries?: Partial<RetryPolicy>;
  /** @default the platform's own */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Aborts the call, including waits. */
  readonly signal?: AbortSignal;
}

/** The operations of the data API. They throw a ProblemError for every error of the API. */
export interface SalesDataClient {
  person(id: string, options?: CallOptions): Promise<Schemas['Person']>;
  company(id: string, options?: CallOptions): Promise<Schemas['Company']>;
  /** Yields every matching call list across all pages. `limit` is the page size. */
  callLists(query?: QueryOf<'listCallLists'>, options?: CallOptions): AsyncGenerator<Schemas['CallList']>;
  /** Yields every entry of a call list, sorted by position. `limit` is the page size. */
  entries(
    callListId: string,
    query?: QueryOf<'getCallList'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['CallListEntry']>;
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
    fetch: retryingFetch(fetch, { ...DEFAULT_RETRIES, ...retries }),
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return {
    async person(id, options = {}) {
      return bodyOf(await api.GET('/v1/person/{id}', { params: { path: { id } }, ...options }));
    },
    async company(id, options = {}) {
      return bodyOf(await api.GET('/v1/company/{id}', { params: { path: { id } }, ...options }));
    },
    callLists: (query = {}, options = {}) =>
      itemsOf(async (cursor) => {
        const params = { query: { ...query, ...(cursor === undefined ? {} : { cursor }) } };
        return bodyOf(await api.GET('/v1/call-list', { params, ...options }));
      }),
    entries: (id, query = {}, options = {}) =>
      itemsOf(async (cursor) => {
        const params = { path: { id }, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } };
        const { entries, nextCursor } = bodyOf(await api.GET('/v1/call-list/{id}', { params, ...options }));
        return { items: entries, nextCursor };
      }),
  };
};
