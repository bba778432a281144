import { type ChangesOptions, type ChangesPage, readChanges } from './changes.ts';
import { type CopyOptions, copyRecords } from './copy.ts';
import { createExports, type Download, type DownloadOptions, type NewExport } from './exports.ts';
import type { Fields, Selected } from './fields.ts';
import { type CreateImportBody, createImports, type NewImport } from './imports.ts';
import {
  type CallOptions,
  type CreateOptions,
  createRequests,
  type LookupName,
  lookupQueries,
  recordPath,
  type SalesDataClientOptions,
} from './requests.ts';
import type { components, operations } from './schema.ts';

export type { ChangesOptions, ChangesPage, FeedEvent, FeedStart, FollowOptions } from './changes.ts';
export type { CopiedRecords, CopyBatch, CopyChange, CopyKind, CopyOptions, CopyState } from './copy.ts';
export {
  type Download,
  type DownloadedFile,
  type DownloadOptions,
  ExportError,
  type NewExport,
} from './exports.ts';
export type { FieldPath, Fields, Selected } from './fields.ts';
export { type CreateImportBody, type FileContent, ImportError, type NewImport } from './imports.ts';
export { type Problem, ProblemError, UnexpectedResponseError } from './problems.ts';
export type { CallOptions, CreateOptions, RetryPolicy, SalesDataClientOptions } from './requests.ts';
export {
  assertSigningSecret,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts';

type Schemas = components['schemas'];
/** A query whose lookups take one value or any number. */
type WithLookups<Q> = { [K in keyof Q]: K extends LookupName ? string | readonly string[] : Q[K] };
type QueryOf<O extends keyof operations> = WithLookups<
  Omit<NonNullable<operations[O]['parameters']['query']>, 'cursor' | 'count' | 'fields'>
>;

/** A query that may select fields of a resource. The result then has only these and ids. */
type Selecting<Q, F> = Q & { readonly fields?: F };

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
  /**
   * Called with the values of a lookup that no record has, as you passed them, after the records of the page
   * that they belong to.
   */
  readonly onNotFound?: (values: readonly string[]) => void;
}

/** The operations of the data API. They throw a ProblemError for every error of the API. */
export interface SalesDataClient {
  /**
   * The API key itself, with its permissions and usage plan. It needs no permission: test a connection with
   * it.
   */
  key(options?: CallOptions): Promise<Schemas['Key']>;
  /** With `include: ['callability']`, each phone tells whether and when to call it. */
  person<const F extends Fields<Schemas['PersonWithCallability']> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'getPerson'>, F>,
  ): Promise<Selected<Schemas['PersonWithCallability'], F>>;
  company<const F extends Fields<Schemas['Company']> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'getCompany'>, F>,
  ): Promise<Selected<Schemas['Company'], F>>;
  /** The fields of a resource, with the custom fields that imports have stored. */
  fields(
    resource: QueryOf<'listFields'>['resource'],
    options?: CallOptions,
  ): Promise<Schemas['FieldList']['items']>;
  /**
   * Yields all people, sorted by `changedAt`, across all pages. `limit` is the page size. Lookups take any
   * number of values, 100 per request: `onNotFound` gets those that nobody has. A person with values of two
   * requests comes twice.
   */
  people<const F extends Fields<Schemas['Person']> = undefined>(
    query?: Selecting<QueryOf<'listPeople'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['Person'], F>>;
  /** Yields all companies, sorted by `changedAt`, across all pages, like `people`. */
  companies<const F extends Fields<Schemas['Company']> = undefined>(
    query?: Selecting<QueryOf<'listCompanies'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['Company'], F>>;
  /**
   * Yields the entries of all call lists, sorted by `changedAt`, across all pages. `limit` is the page size.
   */
  callListEntries<const F extends Fields<Schemas['ListedEntry']> = undefined>(
    query?: Selecting<QueryOf<'listCallListEntries'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['ListedEntry'], F>>;
  /**
   * Yields how many records have each value of a field, such as people by owner, sorted by value; with
   * `value`, the counts of up to 100 values, in their order. `limit` is the page size.
   */
  counts(
    query: QueryOf<'countRecords'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['CountPage']['items'][number]>;
  /** Yields every matching call list across all pages. `limit` is the page size. */
  callLists<const F extends Fields<Schemas['CallList']> = undefined>(
    query?: Selecting<QueryOf<'listCallLists'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['CallList'], F>>;
  /**
   * Yields every entry of a call list, sorted by position. `limit` is the page size. `fields` are those of an
   * entry, such as `status` and `person.firstName`.
   */
  entries<const F extends Fields<Schemas['CallListEntry']> = undefined>(
    callListId: string,
    query?: Selecting<QueryOf<'getCallList'>, F>,
    options?: CallOptions,
  ): AsyncGenerator<Selected<Schemas['CallListEntry'], F>>;
  call<const F extends Fields<Schemas['Call']> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'getCall'>, F>,
  ): Promise<Selected<Schemas['Call'], F>>;
  /** Yields all calls, sorted by `changedAt`, or what a lookup finds, latest first, like `people`. */
  calls<const F extends Fields<Schemas['Call']> = undefined>(
    query?: Selecting<QueryOf<'listCalls'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<Schemas['Call'], F>>;
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
   * Keeps a copy of all companies, people, call lists, entries and calls: reads the collections, then follows
   * the feed from where it was when the first page was read. Each batch goes to `store`, with the state with
   * which a later call continues, for example after a crash: store both in one transaction.
   *
   * The first events can repeat states that the collections already had, or briefly set a record back. The
   * feed has the events of each record in order, so its last state wins and the copy converges. If the events
   * after the state are no longer kept, it reads the collections again, and the last batch of that tells what
   * to delete.
   *
   * Resolves with `follow: false` at the end of the feed, or once the signal is aborted. The key needs
   * `event:read`. It skips kinds that the key may not list (`person:list`, `company:list`, `call-list:read`,
   * `call:read`), and adds them once the key may; a kind that it has is required from then on. Without
   * `person.contact:read`, the copy has no contact details.
   *
   * @throws ProblemError, RangeError and the errors of `store`. Call it again with the stored state
   */
  copy(options: CopyOptions): Promise<void>;
  /**
   * Starts an export: files of all records of a resource. The key needs `export:create`, and the permission
   * to list the resource. A repetition with the same `idempotencyKey` and body within 24 hours returns the
   * export of the first call.
   */
  createExport(body: NewExport, options?: CreateOptions): Promise<Schemas['Export']>;
  /** Yields the exports that the key may download, newest first. `limit` is the page size. */
  exports(query?: QueryOf<'listExports'>, options?: CallOptions): AsyncGenerator<Schemas['Export']>;
  /** An export. The `url` of each file works for an hour: read the export again for another. */
  export(id: string, options?: CallOptions): Promise<Schemas['Export']>;
  /**
   * Starts an export, or takes one by its id, and resolves once it has completed: then iterate over its
   * `files`, and continue with `changes({ cursor: eventCursor })`. Polls after one second, then less and less
   * often, up to every 30 seconds.
   *
   * Each file is downloaded without the API key, once you are done with the one before, and is yielded after
   * its size and SHA-256 are verified. That needs the whole file in memory, about 64 MB at most, since Web
   * Crypto hashes no streams. While a file makes progress, it may take longer than `timeoutSeconds`.
   *
   * @throws ExportError, also from `files`, if the export has failed or expired, or if a file cannot be
   * downloaded or differs from what the service wrote
   */
  download(source: NewExport | string, options?: DownloadOptions): Promise<Download>;
  /**
   * Imports rows or files, or takes an import by its id, and resolves once it has ended, with its counts and
   * first rejected rows. The key needs `import:create`. Up to 500 rows are stored by one request; more are
   * uploaded as files. Polls after one second, then less and less often, up to every 30 seconds.
   *
   * An import in the state `awaiting_confirmation` has stored its rows, but its deletions wait for an admin.
   *
   * @throws ImportError if the import has failed, or a file cannot be uploaded
   */
  runImport(source: NewImport | string, options?: CreateOptions): Promise<Schemas['Import']>;
  /**
   * Starts an import, without uploading its files. A repetition with the same `idempotencyKey` and body
   * within 24 hours returns the present state of the first one.
   */
  createImport(body: CreateImportBody, options?: CreateOptions): Promise<Schemas['Import']>;
  /** Yields the imports of API keys, or of the source of the key, newest first. `limit` is the page size. */
  imports(
    query?: QueryOf<'listImports'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['ImportPage']['items'][number]>;
  /** An import. Its addresses work for an hour: read it again for others. */
  import(id: string, options?: CallOptions): Promise<Schemas['Import']>;
  /** Yields the webhook endpoints that API keys created, newest first. `limit` is the page size. */
  webhookEndpoints(
    query?: QueryOf<'listWebhookEndpoints'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['WebhookEndpoint']>;
  /**
   * Subscribes a URL to event types, and returns its signing `secret`. The key needs `webhook:manage`, and
   * permission to read the events. A repetition with the same `idempotencyKey` and body within 24 hours
   * returns the endpoint and the secret of the first call, as long as the endpoint has them.
   */
  createWebhookEndpoint(
    body: Schemas['CreateWebhookEndpointBody'],
    options?: CreateOptions,
  ): Promise<Schemas['IssuedWebhookEndpoint']>;
  /**
   * Deletes a webhook endpoint that an API key created.
   *
   * @throws ProblemError with the status 404 also if an earlier attempt of the call succeeded
   */
  deleteWebhookEndpoint(id: string, options?: CallOptions): Promise<Schemas['WebhookEndpoint']>;
}

/** The first page, or the one at a cursor. */
interface Page {
  readonly cursor?: string;
}

/** Yields every item of a collection. It requests a page once all items of the previous one are consumed. */
async function* itemsOf<T>(
  read: (page: Page) => Promise<
    {
      readonly items: readonly T[];
      readonly notFound?: readonly string[] | undefined;
      readonly nextCursor?: string | undefined;
    } & Partial<ScanEnd>
  >,
  { onEnd, onNotFound }: Pick<ScanOptions, 'onEnd' | 'onNotFound'> = {},
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor === undefined ? {} : { cursor });
    yield* page.items;
    if (page.notFound?.length) onNotFound?.(page.notFound);
    cursor = page.nextCursor;
    const { nextChangedSince, eventCursor } = page;
    if (nextChangedSince !== undefined && eventCursor !== undefined)
      onEnd?.({ nextChangedSince, eventCursor });
  } while (cursor !== undefined);
}

/** Yields every item of a collection, or of the lookups of all values of a query. */
async function* foundItems<Q extends object, T>(
  query: Q | undefined,
  read: (query: Q & Page) => ReturnType<Parameters<typeof itemsOf<T>>[0]>,
  options?: ScanOptions,
): AsyncGenerator<T, void, undefined> {
  for (const each of lookupQueries(query ?? ({} as Q))) {
    yield* itemsOf((page) => read({ ...each, ...page }), options);
  }
}

const callOf = (signal: AbortSignal | undefined): CallOptions => (signal === undefined ? {} : { signal });

/** Creates a client of the data API for one API key. */
export const createSalesDataClient = (options: SalesDataClientOptions): SalesDataClient => {
  const requests = createRequests(options);
  const { get, post } = requests;
  const exports = createExports(requests);
  const imports = createImports(requests);
  type Query<O extends keyof operations> = QueryOf<O> &
    Page & { readonly fields?: readonly string[] | undefined };
  // Iterators show no totals.
  const count = 'none';
  const people = (query: Query<'listPeople'>, call?: CallOptions) =>
    get<'listPeople'>('/v1/person', { ...query, count }, call);
  const companies = (query: Query<'listCompanies'>, call?: CallOptions) =>
    get<'listCompanies'>('/v1/company', { ...query, count }, call);
  const callLists = (query: Query<'listCallLists'>, call?: CallOptions) =>
    get<'listCallLists'>('/v1/call-list', { ...query, count }, call);
  const callListEntries = (query: Query<'listCallListEntries'>, call?: CallOptions) =>
    get<'listCallListEntries'>('/v1/call-list-entry', { ...query, count }, call);
  const calls = (query: Query<'listCalls'>, call?: CallOptions) =>
    get<'listCalls'>('/v1/call', { ...query, count }, call);
  const changes = (changesOptions: ChangesOptions) =>
    readChanges((query, call) => get<'listEvents'>('/v1/event', query, call), changesOptions);
  /** What `fields` selects is known only to the caller's types. */
  const selected = <T>(items: AsyncGenerator<unknown, void, undefined>) => items as AsyncGenerator<T>;
  const one = <T>(record: Promise<unknown>) => record as Promise<T>;
  return {
    key: (call) => get<'getKey'>('/v1/key', {}, call),
    person: (id, { signal, ...query } = {}) => one(get(recordPath('person', id), query, callOf(signal))),
    company: (id, { signal, ...query } = {}) => one(get(recordPath('company', id), query, callOf(signal))),
    call: (id, { signal, ...query } = {}) => one(get(recordPath('call', id), query, callOf(signal))),
    fields: async (resource, call) => (await get<'listFields'>('/v1/field', { resource }, call)).items,
    people: (query, call) => selected(foundItems(query, (each) => people(each, call), call)),
    companies: (query, call) => selected(foundItems(query, (each) => companies(each, call), call)),
    calls: (query, call) => selected(foundItems(query, (each) => calls(each, call), call)),
    callListEntries: (query, call) =>
      selected(itemsOf((page) => callListEntries({ ...query, ...page }, call), call)),
    callLists: (query, call) => selected(itemsOf((page) => callLists({ ...query, ...page }, call), call)),
    entries: (id, { fields, ...query } = {}, call) =>
      selected(
        itemsOf(async (page) => {
          const path = recordPath('call-list', id);
          const paths = fields && { fields: fields.map((field) => `entries.${field}`) };
          const all = { ...query, ...page, ...paths };
          const { entries, nextCursor } = await get<'getCallList'>(path, all, call);
          return { items: entries, nextCursor };
        }),
      ),
    counts: (query, call) =>
      foundItems(query, (each) => get<'countRecords'>('/v1/count', { ...each, count }, call)),
    changes,
    copy: (copyOptions) =>
      copyRecords(
        {
          key: (call) => get<'getKey'>('/v1/key', {}, call),
          page: (path, query, call) => get(path, query, call),
          changes,
        },
        copyOptions,
      ),
    createExport: exports.create,
    exports: (query, call) =>
      itemsOf((page) => get<'listExports'>('/v1/export', { ...query, ...page }, call)),
    export: exports.read,
    download: exports.download,
    runImport: imports.run,
    createImport: imports.create,
    imports: (query, call) =>
      itemsOf((page) => get<'listImports'>('/v1/import', { ...query, ...page }, call)),
    import: imports.read,
    webhookEndpoints: (query, call) =>
      itemsOf((page) => get<'listWebhookEndpoints'>('/v1/webhook-endpoint', { ...query, ...page }, call)),
    createWebhookEndpoint: (body, call) => post<'createWebhookEndpoint'>('/v1/webhook-endpoint', body, call),
    deleteWebhookEndpoint: (id, call) =>
      requests.delete<'deleteWebhookEndpoint'>(recordPath('webhook-endpoint', id), call),
  };
};
