import type { ChangesOptions, ChangesPage, FeedEvent, FollowOptions } from './changes.ts';
import { ProblemError } from './problems.ts';
import type { components } from './schema.ts';

/** The records of a copy by kind, which is the part of an event's type before the dot. */
export interface CopiedRecords {
  readonly company: components['schemas']['Company'];
  readonly person: components['schemas']['Person'];
  /** From an event, it also has `changedAt`. */
  readonly call_list: components['schemas']['CallList'];
  readonly call_list_entry: components['schemas']['ListedEntry'];
}

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
}

/** A page of one of the collections. */
export interface CopyPage<K extends CopyKind> {
  readonly items: readonly CopiedRecords[K][];
  readonly nextCursor?: string | undefined;
  readonly eventCursor?: string | undefined;
}

/** What a copy reads. */
export interface CopySource {
  readonly pages: {
    readonly [K in CopyKind]: (
      page: { readonly cursor?: string },
      options: { readonly signal?: AbortSignal },
    ) => Promise<CopyPage<K>>;
  };
  changes(options: ChangesOptions): AsyncIterable<ChangesPage>;
}

/** In the order in which they are read. */
const KINDS = ['company', 'person', 'call_list', 'call_list_entry'] as const;

const startOf = (scan: number): CopyState => ({ scan, next: { kind: KINDS[0] } });

const upsert = <K extends CopyKind>(kind: K, data: CopiedRecords[K]): CopyChange =>
  ({ action: 'upsert', kind, id: data.id, data }) as CopyChange;

const changeOf = ({ type, data }: FeedEvent): CopyChange => {
  const [kind, action] = type.split('.') as [CopyKind, string];
  if (action === 'deleted') return { action: 'delete', kind, id: data.id };
  if (action === 'erased') return { action: 'erase', kind, id: data.id };
  return upsert(kind, data as CopiedRecords[CopyKind]);
};

/** The batch of a page of a collection. */
const readPage = async (
  source: CopySource,
  { scan, eventCursor, next = { kind: KINDS[0] } }: CopyState,
  options: { readonly signal?: AbortSignal },
): Promise<CopyBatch> => {
  const { kind, cursor } = next;
  const page = await source.pages[kind](cursor === undefined ? {} : { cursor }, options);
  const changes = page.items.map((item) => upsert(kind, item));
  if (page.nextCursor !== undefined) {
    const following = eventCursor === undefined ? {} : { eventCursor };
    return { changes, scan, state: { scan, next: { kind, cursor: page.nextCursor }, ...following } };
  }
  // That of the first collection is the oldest, so nothing is missed after it.
  const start = eventCursor ?? page.eventCursor;
  if (start === undefined) throw new Error('The service has no event feed. Ask its operator to update it.');
  const state = { scan, eventCursor: start };
  const nextKind = KINDS[KINDS.indexOf(kind) + 1];
  return nextKind === undefined
    ? { changes, scan, deleteScansBefore: scan, state }
    : { changes, scan, state: { ...state, next: { kind: nextKind } } };
};

const isExpired = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.type === 'urn:sales-data:problem:cursor-expired';

async function* readBatches(
  source: CopySource,
  { state: stored = startOf(1), signal, ...follow }: Omit<CopyOptions, 'store'>,
): AsyncGenerator<CopyBatch, void, undefined> {
  const options = signal === undefined ? {} : { signal };
  const types = KINDS.map((kind) => `${kind}.*` as const);
  let state = stored;
  for (let hasRestarted = false; ; hasRestarted = true) {
    try {
      while (state.next !== undefined || state.eventCursor === undefined) {
        const batch = await readPage(source, state, options);
        yield batch;
        state = batch.state;
      }
      const { scan, eventCursor: cursor } = state;
      for await (const page of source.changes({ cursor, types, ...follow, ...options })) {
        hasRestarted = false;
        yield { changes: page.events.map(changeOf), scan, state: { scan, eventCursor: page.cursor } };
      }
      return;
    } catch (error) {
      if (signal?.aborted) return;
      // Expired right after a reading: the collections take longer to read than events are kept.
      if (!isExpired(error) || hasRestarted) throw error;
      state = startOf(state.scan + 1);
    }
  }
}

/** Keeps a copy up to date. See `SalesDataClient.copy`. */
export const copyRecords = async (source: CopySource, { store, ...options }: CopyOptions): Promise<void> => {
  for await (const batch of readBatches(source, options)) await store(batch);
};
