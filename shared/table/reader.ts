import type { TableKey } from './keys.ts';

/** An item as stored, unmarshalled. Mappers turn it into a typed record. */
export type Item = Readonly<Record<string, unknown>>;

/** One page of a partition, of the table itself or of one of its indexes. */
export interface PageQuery {
  /** Absent: the table itself. */
  readonly index?: { readonly name: string; readonly partitionKey: string; readonly sortKey: string };
  readonly partition: string;
  /** Bounds of the sort key, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly descending?: boolean;
  /** Of the table itself alone: indexes are always a little behind. */
  readonly consistentRead?: boolean;
  /** Items read at the most; the engine also stops at 1 MB. */
  readonly limit?: number;
  /** Continue after this item: all key attributes of the table and of the index. */
  readonly startAfter?: Item;
}

export interface Page {
  readonly items: readonly Item[];
  /** Where the next page starts, while the partition may hold more. */
  readonly lastEvaluated?: Item;
}

/**
 * All that reading the table takes, so that repositories depend on four calls instead of a client library.
 * Failures that may pass (throttling, timeouts, a broken connection) are thrown as
 * {@link TableUnavailableError}; any other failure is thrown as it is.
 */
export interface TableReader {
  get(key: TableKey, options?: { readonly consistentRead?: boolean }): Promise<Item | undefined>;
  /** The items that exist of any number of distinct keys, in no particular order. */
  getMany(
    keys: readonly TableKey[],
    options?: { readonly consistentRead?: boolean },
  ): Promise<readonly Item[]>;
  queryPage(query: PageQuery): Promise<Page>;
  /** How many items the whole of a query matches, without reading them out. */
  count(query: Omit<PageQuery, 'limit' | 'startAfter' | 'descending'>): Promise<number>;
}

/** The engine could not answer for now: the same call may well succeed later. */
export class TableUnavailableError extends Error {
  override readonly name = 'TableUnavailableError';
}
