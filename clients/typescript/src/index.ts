import { type ChangesOptions, type ChangesPage, readChanges } from './changes.ts';
import { COLLECTIONS, type RecordMethods } from './collections.ts';
import { type CopyOptions, copyRecords } from './copy.ts';
import { createExports, type Download, type DownloadOptions, type NewExport } from './exports.ts';
import type { Fields, Selected } from './fields.ts';
import { type CreateImportBody, createImports, type NewImport } from './imports.ts';
import {
  type CallOptions,
  type CreateOptions,
  createRequests,
  lookupQueries,
  type QueryOf,
  recordPath,
  type SalesDataClientOptions,
  type ScanEnd,
  type ScanOptions,
  type Selecting,
} from './requests.ts';
import type { components } from './schema.ts';

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
export type {
  CallOptions,
  CreateOptions,
  RetryPolicy,
  SalesDataClientOptions,
  ScanEnd,
  ScanOptions,
} from './requests.ts';
export {
  assertSigningSecret,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts';

type Schemas = components['schemas'];
/** The operations of the data API. They throw a ProblemError for every error of the API. */
export interface SalesDataClient extends RecordMethods {
  /**
   * The API key itself, with its permissions and usage plan. It needs no permission: test a connection with
   * it.
   */
  key(options?: CallOptions): Promise<Schemas['Key']>;
  /** The fields of a resource, with the custom fields that imports have stored. */
  fields(
    resource: QueryOf<'listFields'>['resource'],
    options?: CallOptions,
  ): Promise<Schemas['FieldList']['items']>;
  /**
   * Yields how many records have each value of a field, such as people by owner, sorted by value; with
   * `value`, the counts of up to 100 values, in their order. `limit` is the page size.
   */
  counts(
    query: QueryOf<'countRecords'>,
    options?: CallOptions,
  ): AsyncGenerator<Schemas['CountPage']['items'][number]>;
  /**
   * Yields every entry of a call list, sorted by position. `limit` is the page size. `fields` are those of an
   * entry, such as `status` and `person.firstName`.
   */
  entries<const F extends Fields<Schemas['CallListEntry']> = undefined>(
    callListId: string,
    query?: Selecting<QueryOf<'getCallList'>, F>,
    options?: CallOptions,
  ): AsyncGenerator<Selected<Schemas['CallListEntry'], F>>;
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
  // Iterators show no totals.
  const count = 'none';
  const changes = (changesOptions: ChangesOptions) =>
    readChanges((query, call) => get<'listEvents'>('/v1/event', query, call), changesOptions);
  /** What `fields` selects is known only to the caller's types. */
  const selected = <T>(items: AsyncGenerator<unknown, void, undefined>) => items as AsyncGenerator<T>;
  // Pages of all kinds have what iterating reads of those of people.
  const records = Object.values(COLLECTIONS).flatMap(({ path, list, get: one }) => [
    [
      list,
      (query?: object, call?: ScanOptions) =>
        foundItems(query, (each) => get<'listPeople'>(path, { ...each, count }, call), call),
    ],
    [
      one,
      (id: string, { signal, ...query }: CallOptions = {}) =>
        get(recordPath(path.slice('/v1/'.length), id), query, callOf(signal)),
    ],
  ]);
  return {
    ...(Object.fromEntries(records.filter(([method]) => method !== null)) as RecordMethods),
    key: (call) => get<'getKey'>('/v1/key', {}, call),
    fields: async (resource, call) => (await get<'listFields'>('/v1/field', { resource }, call)).items,
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
