import type { TableKey } from './items/keys.ts';

/**
 * A stored item, unmarshalled. Mappers turn it into a typed record. It and the maps in it may have no
 * prototype.
 */
export type Item = Readonly<Record<string, unknown>>;

/** One page of a partition, of the table itself or of one of its indexes. */
export interface PageQuery {
  /** @default the table itself */
  readonly index?:
    | { readonly name: string; readonly partitionKey: string; readonly sortKey: string }
    | undefined;
  readonly partition: string;
  /** Bounds of the sort key, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly descending?: boolean;
  /** Not available for indexes, which are eventually consistent. */
  readonly consistentRead?: boolean;
  /** The maximum number of items; DynamoDB also stops at 1 MB. */
  readonly limit?: number | undefined;
  /** Continue after this item: all key attributes of the table and of the index. */
  readonly startAfter?: Item | undefined;
}

export interface Page {
  readonly items: readonly Item[];
  /** Where the next page starts, if there may be one. */
  readonly lastEvaluated?: Item | undefined;
}

/**
 * The read port of the table. Throws transient failures (throttling, timeouts, broken connections) as
 * {@link TableUnavailableError}, and any other failure unchanged.
 */
export interface TableReader {
  get(key: TableKey, options?: { readonly consistentRead?: boolean }): Promise<Item | undefined>;
  /** The existing items of any number of distinct keys, in no particular order. */
  getMany(
    keys: readonly TableKey[],
    options?: { readonly consistentRead?: boolean },
  ): Promise<readonly Item[]>;
  /**
   * The existing items of any number of distinct keys, in no particular order, isolated from transactions:
   * one that any read has shown in part is complete here. Waits for ongoing transactions. Twice as expensive
   * as strong consistency.
   */
  transactGet(keys: readonly TableKey[]): Promise<readonly Item[]>;
  queryPage(query: PageQuery): Promise<Page>;
  /**
   * The number of items that a query matches, across all pages.
   *
   * @param options.maximum after which counting ends: one more means that there are more. Default: none
   */
  count(
    query: Omit<PageQuery, 'limit' | 'startAfter' | 'descending'>,
    options?: { readonly maximum?: number | undefined },
  ): Promise<number>;
}

/** DynamoDB is temporarily unavailable; a retry may succeed. */
export class TableUnavailableError extends Error {
  override readonly name = 'TableUnavailableError';
}

/** DynamoDB throttles: slower calls may succeed. */
export class TableThrottledError extends TableUnavailableError {}

/** Other transactions kept changing the same items: a later call may succeed. */
export class TableConflictError extends TableUnavailableError {}
