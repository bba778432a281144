import type { ChangesOptions, ChangesPage, FeedEvent, FollowOptions } from './changes.ts';
import { COLLECTIONS, type CopiedRecords } from './collections.ts';
import { ProblemError } from './problems.ts';
import type { BodyOf, CallOptions } from './requests.ts';

export type { CopiedRecords } from './collections.ts';

export type CopyKind = keyof CopiedRecords;

/** A step that brings the copy up to date. */
export type CopyChange =
  | {
      [K in CopyKind]: {
        /** Insert the record, or replace it as a whole. */
        readonly action: 'upsert';
        readonly kind: K;
        readonly id: string;
        readonly data: CopiedRecords[K];
      };
    }[CopyKind]
  | {
      /**
       * `delete`: delete the record, if you have it. `erase`: delete everything that you store about the
       * person.
       */
      readonly action: 'delete' | 'erase';
      readonly kind: CopyKind;
      readonly id: string;
    };

/** Where a copy continues. Plain JSON: store it as it is, and do not depend on its content. */
export interface CopyState {
  /** Counts how often the collections were read from the start. */
  readonly scan: number;
  /** The kinds that it has or reads, in the order in which they are read. */
  readonly kinds?: readonly CopyKind[];
  /** The page to read next; absent once all collections are read. */
  readonly next?: { readonly kind: CopyKind; readonly cursor?: string };
  /** Where to follow the feed. */
  readonly eventCursor?: string;
}

/** What to store in one transaction. */
export interface CopyBatch {
  /** Apply them in this order. */
  readonly changes: readonly CopyChange[];
  /** Store it with each upserted record. */
  readonly scan: number;
  /**
   * If present: after the changes, delete all records that were stored with a lower `scan`. They no longer
   * exist.
   */
  readonly deleteScansBefore?: number;
  /** Replaces the stored state. */
  readonly state: CopyState;
}

export interface CopyOptions extends FollowOptions {
  /** Stores a batch. The next one is read once this is done; if it throws, the copy ends with that error. */
  readonly store: (batch: CopyBatch) => Promise<void> | void;
  /** The last stored state. `undefined` starts a new copy. */
  readonly state?: CopyState | undefined;
  /**
   * Called for each kind that is skipped, because the key lacks the permission to list it. @default warns on
   * the console
   */
  readonly onSkip?: (kind: CopyKind, permission: string) => void;
}

/** A page of one of the collections. */
export interface CopyPage {
  readonly items: readonly CopiedRecords[CopyKind][];
  readonly nextCursor?: string | undefined;
  readonly eventCursor?: string | undefined;
}

/** What a copy reads. */
export interface CopySource {
  key(options: CallOptions): Promise<BodyOf<'getKey'>>;
  page(path: string, query: object, options: CallOptions): Promise<CopyPage>;
  changes(options: ChangesOptions): AsyncIterable<ChangesPage>;
}

const KINDS = Object.keys(COLLECTIONS) as CopyKind[];

const warn = (kind: CopyKind, permission: string): void =>
  console.warn(`The copy skips ${kind}: the API key lacks the permission ${permission}.`);

const upsert = <K extends CopyKind>(kind: K, data: CopiedRecords[K]): CopyChange =>
  ({ action: 'upsert', kind, id: data.id, data }) as CopyChange;

const changeOf = ({ type, data }: FeedEvent): CopyChange => {
  const [kind, action] = type.split('.') as [CopyKind, string];
  if (action === 'deleted') return { action: 'delete', kind, id: data.id };
  if (action === 'erased') return { action: 'erase', kind, id: data.id };
  return upsert(kind, data as CopiedRecords[CopyKind]);
};

/**
 * Adds the kinds that the key may list by now. Those that the copy has stay, also if the key has lost the
 * permission: the API then refuses to continue, where a copy would silently go stale.
 */
const withListableKinds = async (
  source: CopySource,
  state: CopyState,
  onSkip: NonNullable<CopyOptions['onSkip']>,
  options: CallOptions,
): Promise<CopyState> => {
  const { kinds = [], next, eventCursor } = state;
  const missing = KINDS.filter((kind) => !kinds.includes(kind));
  const permissions: readonly string[] = missing.length === 0 ? [] : (await source.key(options)).permissions;
  const listable = missing.filter((kind) => permissions.includes(COLLECTIONS[kind].permission));
  // For a key that may list nothing, the API says what it needs.
  const added = kinds.length + listable.length === 0 ? KINDS : listable;
  for (const kind of missing) if (!added.includes(kind)) onSkip(kind, COLLECTIONS[kind].permission);
  const all = [...kinds, ...added];
  const [kind] = eventCursor === undefined ? all : added;
  return { ...state, kinds: all, ...(kind !== undefined && { next: next ?? { kind } }) };
};

/** The batch of a page of a collection. */
const readPage = async (
  source: CopySource,
  { scan, kinds = [], eventCursor }: CopyState,
  { kind, cursor }: NonNullable<CopyState['next']>,
  options: CallOptions,
): Promise<CopyBatch> => {
  const { path, pageSize } = COLLECTIONS[kind];
  // A copy shows no totals.
  const query = {
    limit: pageSize,
    sort: 'changedAt',
    count: 'none',
    ...(cursor !== undefined && { cursor }),
  };
  const page = await source.page(path, query, options);
  const changes = page.items.map((item) => upsert(kind, item));
  if (page.nextCursor !== undefined) {
    const following = eventCursor === undefined ? {} : { eventCursor };
    return { changes, scan, state: { scan, kinds, next: { kind, cursor: page.nextCursor }, ...following } };
  }
  // That of the first collection is the oldest, so nothing is missed after it.
  const start = eventCursor ?? page.eventCursor;
  if (start === undefined) throw new Error('The service has no event feed. Ask its operator to update it.');
  const state = { scan, kinds, eventCursor: start };
  const nextKind = kinds[kinds.indexOf(kind) + 1];
  return nextKind === undefined
    ? { changes, scan, deleteScansBefore: scan, state }
    : { changes, scan, state: { ...state, next: { kind: nextKind } } };
};

const isExpired = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.type === 'urn:sales-data:problem:cursor-expired';

async function* readBatches(
  source: CopySource,
  { state: stored = { scan: 1 }, onSkip = warn, signal, ...follow }: Omit<CopyOptions, 'store'>,
): AsyncGenerator<CopyBatch, void, undefined> {
  const options = signal === undefined ? {} : { signal };
  let state = stored;
  for (let hasRestarted = false; ; hasRestarted = true) {
    try {
      state = await withListableKinds(source, state, onSkip, options);
      while (state.next !== undefined) {
        const batch = await readPage(source, state, state.next, options);
        yield batch;
        state = batch.state;
      }
      const { eventCursor: cursor = '', ...reached } = state;
      const types = (state.kinds ?? []).map((kind) => `${kind}.*` as const);
      for await (const page of source.changes({ cursor, types, ...follow, ...options })) {
        hasRestarted = false;
        const following = { ...reached, eventCursor: page.cursor };
        yield { changes: page.events.map(changeOf), scan: state.scan, state: following };
      }
      return;
    } catch (error) {
      if (signal?.aborted) return;
      // Expired right after a reading: the collections take longer to read than events are kept.
      if (!isExpired(error) || hasRestarted) throw error;
      const { scan, kinds = [] } = state;
      state = { scan: scan + 1, kinds };
    }
  }
}

/** Keeps a copy up to date. See `SalesDataClient.copy`. */
export const copyRecords = async (source: CopySource, { store, ...options }: CopyOptions): Promise<void> => {
  for await (const batch of readBatches(source, options)) await store(batch);
};
