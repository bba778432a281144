import createClient from 'openapi-fetch';
import { type ChangesOptions, type ChangesPage, readChanges } from './changes.ts';
import { type CopyOptions, type CopySource, copyRecords } from './copy.ts';
import { bodyOf } from './problems.ts';
import { type RetryPolicy, retryingFetch } from './retrying-fetch.ts';
import type { components, operations, paths } from './schema.ts';

export type { ChangesOptions, ChangesPage, FeedEvent, FeedStart, FollowOptions } from './changes.ts';
export type { CopiedRecords, CopyBatch, CopyChange, CopyKind, CopyOptions, CopyState } from './copy.ts';
export { type Problem, ProblemError, UnexpectedResponseError } from './problems.ts';
export type { RetryPolicy } from './retrying-fetch.ts';

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
  /**
   * Yields pages `{ events, cursor }` of the event feed, in its order, and requests the next page once you are done with
   * one: store `cursor` in the transaction that stores what you make of `events`, and start with it next time.
   *
   * Waits at the end of the feed; ends normally with `follow: false` at the end of the feed, or once the signal is
   * aborted. Any other error, such as a broken connection, ends it: call it again with the stored cursor.
   *
   * @throws ProblemError with the type `urn:sales-data:problem:cursor-expired` (410) if events after the cursor are no
   * longer kept: read the collections again, or use `copy`, which does that
   * @throws RangeError for an invalid `pollSeconds`
   */
  changes(options: ChangesOptions): AsyncGenerator<ChangesPage, void, undefined>;
  /**
   * Keeps a copy of all companies, people, call lists and entries: reads the collections, then follows the feed from where
   * it was when the first page was read. Each batch goes to `store`, with the state with which a later call continues,
   * for example after a crash: store both in one transaction.
   *
   * The first events can repeat states that the collections already had, or briefly set a record back. The feed has the
   * events of each record in order, so its last state wins and the copy converges. If the events after the state are no
   * longer kept, it reads the collections again, and the last batch of that tells what to delete.
   *
   * Resolves with `follow: false` at the end of the feed, or once the signal is aborted. The key needs `person:list`,
   * `company:list`, `call-list:read` and `event:read`.
   *
   * @throws ProblemError, RangeError and the errors of `store`. Call it again with the stored state
   */
  copy(options: CopyOptions): Promise<void>;
}

/** The first page, or the one at a cursor. */
interface Page {
  readonly cursor?: string;
}

/** Yields every item of a collection. It requests a page once all items of the previous one are consumed. */
async function* itemsOf<T>(
  read: (page: Page) => Promise<{ items: readonly T[]; nextCursor?: string | undefined }>,
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
  const people = async (query: QueryOf<'listPeople'> & Page, options: CallOptions) =>
    bodyOf(await api.GET('/v1/person', { params: { query }, ...options }));
  const companies = async (query: QueryOf<'listCompanies'> & Page, options: CallOptions) =>
    bodyOf(await api.GET('/v1/company', { params: { query }, ...options }));
  const callLists = async (query: QueryOf<'listCallLists'> & Page, options: CallOptions) =>
    bodyOf(await api.GET('/v1/call-list', { params: { query }, ...options }));
  const callListEntries = async (query: QueryOf<'listCallListEntries'> & Page, options: CallOptions) =>
    bodyOf(await api.GET('/v1/call-list-entry', { params: { query }, ...options }));
  const changes = (options: ChangesOptions) =>
    readChanges(
      async (query, call) => bodyOf(await api.GET('/v1/event', { params: { query }, ...call })),
      options,
    );
  const pages: CopySource['pages'] = {
    company: (page, options) => companies({ limit: 500, ...page }, options),
    person: (page, options) => people({ limit: 500, ...page }, options),
    call_list: (page, options) => callLists({ limit: 200, sort: 'changedAt', ...page }, options),
    call_list_entry: (page, options) => callListEntries({ limit: 500, ...page }, options),
  };
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
    people: (query = {}, options = {}) => itemsOf((page) => people({ ...query, ...page }, options)),
    companies: (query = {}, options = {}) => itemsOf((page) => companies({ ...query, ...page }, options)),
    callListEntries: (query = {}, options = {}) =>
      itemsOf((page) => callListEntries({ ...query, ...page }, options)),
    callLists: (query = {}, options = {}) => itemsOf((page) => callLists({ ...query, ...page }, options)),
    entries: (id, query = {}, options = {}) =>
      itemsOf(async (page) => {
        const params = { path: { id }, query: { ...query, ...page } };
        const { entries, nextCursor } = bodyOf(await api.GET('/v1/call-list/{id}', { params, ...options }));
        return { items: entries, nextCursor };
      }),
    changes,
    copy: (options) => copyRecords({ pages, changes }, options),
  };
};
