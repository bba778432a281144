import { type ChangesOptions, type ChangesPage, readChanges } from './changes.ts';
import { type CopyOptions, type CopySource, copyRecords } from './copy.ts';
import { type CallOptions, createGet, recordPath, type SalesDataClientOptions } from './requests.ts';
import type { components, operations } from './schema.ts';

export type { ChangesOptions, ChangesPage, FeedEvent, FeedStart, FollowOptions } from './changes.ts';
export type { CopiedRecords, CopyBatch, CopyChange, CopyKind, CopyOptions, CopyState } from './copy.ts';
export { type Problem, ProblemError, UnexpectedResponseError } from './problems.ts';
export type { CallOptions, RetryPolicy, SalesDataClientOptions } from './requests.ts';
export {
  assertSigningSecret,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts';

type Schemas = components['schemas'];
type QueryOf<O extends keyof operations> = Omit<NonNullable<operations[O]['parameters']['query']>, 'cursor'>;

/** Where to continue after a scan of a collection. Store one of them, to read later only what changed. */
export interface ScanEnd {
  /** The `changedSince` of the next scan: a minute before the first page of this one was read. */
  readonly nextChangedSince: string;
  /** The `cursor` for `changes`, which also has deletions. */
  readonly eventCursor: string;
}

export interface ScanOptions extends CallOptions {
  /** Called once all records are consumed. Not called by lookups. */
  readonly onEnd?: (end: ScanEnd) => void;
}

/** The operations of the data API. They throw a ProblemError for every error of the API. */
export interface SalesDataClient {
  /**
   * The API key itself, with its permissions and usage plan. It needs no permission: test a connection with
   * it.
   */
  key(options?: CallOptions): Promise<Schemas['Key']>;
  /** With `include: ['callability']`, each phone tells whether and when to call it. */
  person(id: string, options?: CallOptions & QueryOf<'getPerson'>): Promise<Schemas['PersonWithCallability']>;
  company(id: string, options?: CallOptions): Promise<Schemas['Company']>;
  /** Yields all people, sorted by `changedAt`, across all pages. `limit` is the page size. */
  people(query?: QueryOf<'listPeople'>, options?: ScanOptions): AsyncGenerator<Schemas['Person']>;
  /** Yields all companies, sorted by `changedAt`, across all pages. `limit` is the page size. */
  companies(query?: QueryOf<'listCompanies'>, options?: ScanOptions): AsyncGenerator<Schemas['Company']>;
  /**
   * Yields the entries of all call lists, sorted by `changedAt`, across all pages. `limit` is the page size.
   */
  callListEntries(
    query?: QueryOf<'listCallListEntries'>,
    options?: ScanOptions,
  ): AsyncGenerator<Schemas['ListedEntry']>;
  /** Yields every matching call list across all pages. `limit` is the page size. */
  callLists(query?: QueryOf<'listCallLists'>, options?: ScanOptions): AsyncGenerator<Schemas['CallList']>;
  /** Yields every entry of a call list, sorted by position. `limit` is the page size. */
  entries(
    callListId: string,
    query?: QueryOf<'getCallList'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['CallListEntry']>;
  /**
   * Yields pages `{ events, cursor }` of the event feed, in its order, and requests the next page once you
   * are done with one: store `cursor` in the transaction that stores what you make of `events`, and start
   * with it next time.
   *
   * Waits at the end of the feed; ends normally with `follow: false` at the end of the feed, or once the
   * signal is aborted. An error that retries do not help ends it: call it again with the stored cursor.
   *
   * @throws ProblemError with the type `urn:sales-data:problem:cursor-expired` (410) if events after the
   * cursor are no longer kept: read the collections again, or use `copy`, which does that
   * @throws RangeError for an invalid `pollSeconds`
   */
  changes(options: ChangesOptions): AsyncGenerator<ChangesPage, void, undefined>;
  /**
   * Keeps a copy of all companies, people, call lists and entries: reads the collections, then follows the
   * feed from where it was when the first page was read. Each batch goes to `store`, with the state with
   * which a later call continues, for example after a crash: store both in one transaction.
   *
   * The first events can repeat states that the collections already had, or briefly set a record back. The
   * feed has the events of each record in order, so its last state wins and the copy converges. If the events
   * after the state are no longer kept, it reads the collections again, and the last batch of that tells what
   * to delete.
   *
   * Resolves with `follow: false` at the end of the feed, or once the signal is aborted. The key needs
   * `person:list`, `company:list`, `call-list:read` and `event:read`; without `person.contact:read`, the copy
   * has no contact details.
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
  read: (
    page: Page,
  ) => Promise<{ readonly items: readonly T[]; readonly nextCursor?: string | undefined } & Partial<ScanEnd>>,
  { onEnd }: Pick<ScanOptions, 'onEnd'> = {},
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    yield* page.items;
    cursor = page.nextCursor;
    const { nextChangedSince, eventCursor } = page;
    if (nextChangedSince !== undefined && eventCursor !== undefined)
      onEnd?.({ nextChangedSince, eventCursor });
  } while (cursor !== undefined);
}

/** Creates a client of the data API for one API key. */
export const createSalesDataClient = (options: SalesDataClientOptions): SalesDataClient => {
  const get = createGet(options);
  type Query<O extends keyof operations> = QueryOf<O> & Page;
  const people = (query: Query<'listPeople'>, call?: CallOptions) =>
    get<'listPeople'>('/v1/person', query, call);
  const companies = (query: Query<'listCompanies'>, call?: CallOptions) =>
    get<'listCompanies'>('/v1/company', query, call);
  const callLists = (query: Query<'listCallLists'>, call?: CallOptions) =>
    get<'listCallLists'>('/v1/call-list', query, call);
  const callListEntries = (query: Query<'listCallListEntries'>, call?: CallOptions) =>
    get<'listCallListEntries'>('/v1/call-list-entry', query, call);
  const changes = (changesOptions: ChangesOptions) =>
    readChanges((query, call) => get<'listEvents'>('/v1/event', query, call), changesOptions);
  const pages: CopySource['pages'] = {
    company: (page, call) => companies({ limit: 500, ...page }, call),
    person: (page, call) => people({ limit: 500, ...page }, call),
    call_list: (page, call) => callLists({ limit: 200, sort: 'changedAt', ...page }, call),
    call_list_entry: (page, call) => callListEntries({ limit: 500, ...page }, call),
  };
  return {
    key: (call) => get<'getKey'>('/v1/key', {}, call),
    person: (id, { include, ...call } = {}) =>
      get<'getPerson'>(recordPath('person', id), include === undefined ? {} : { include }, call),
    company: (id, call) => get<'getCompany'>(recordPath('company', id), {}, call),
    people: (query, call) => itemsOf((page) => people({ ...query, ...page }, call), call),
    companies: (query, call) => itemsOf((page) => companies({ ...query, ...page }, call), call),
    callListEntries: (query, call) => itemsOf((page) => callListEntries({ ...query, ...page }, call), call),
    callLists: (query, call) => itemsOf((page) => callLists({ ...query, ...page }, call), call),
    entries: (id, query, call) =>
      itemsOf(async (page) => {
        const path = recordPath('call-list', id);
        const { entries, nextCursor } = await get<'getCallList'>(path, { ...query, ...page }, call);
        return { items: entries, nextCursor };
      }),
    changes,
    copy: (copyOptions) => copyRecords({ pages, changes }, copyOptions),
  };
};
