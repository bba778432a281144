import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item } from './reader.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * One write of a transaction, or a condition on an item that it does not write, without the name of the
 * table.
 */
export type WriteOperation =
  | { readonly put: Omit<NonNullable<TransactItem['Put']>, 'TableName'> }
  | { readonly update: Omit<NonNullable<TransactItem['Update']>, 'TableName'> }
  | { readonly delete: Omit<NonNullable<TransactItem['Delete']>, 'TableName'> }
  | { readonly check: Omit<NonNullable<TransactItem['ConditionCheck']>, 'TableName'> };

/** One update, without the name of the table. It always returns the new item. */
export type UpdateOperation = Omit<
  NonNullable<TransactItem['Update']>,
  'TableName' | 'ReturnValuesOnConditionCheckFailure'
>;

/** Makes the writes of an attempt that is made now. */
export type TimedOperations = (now: Date) => readonly WriteOperation[];

/** The maximum number of writes in a transaction. */
export const MAX_TRANSACTION_WRITES = 100;

export interface TransactionOptions {
  /** Whether throttling is retried before it is thrown as a TableThrottledError. Default: true. */
  readonly retriesThrottling?: boolean;
}

/** Conditional writes. Transient failures are retried and then thrown as TableUnavailableError. */
export interface TableWriter {
  /**
   * Replaces an item.
   *
   * @param version the version that was read, or `undefined` if there was no item
   * @returns `false` if the item changed since
   */
  put(item: Item, version: number | undefined): Promise<boolean>;
  /** Changes one item. Returns the new item, or `undefined` if the condition failed. */
  update(operation: UpdateOperation): Promise<Item | undefined>;
  /**
   * Makes all writes or none. Retries conflicts with other transactions.
   *
   * @param operations at most {@link MAX_TRANSACTION_WRITES}, each on a different item. A function is called
   * for each attempt, with its time, and again once that is too old to be stored.
   * @returns `false` if a condition failed, but not because of an attempt of this call whose answer was lost
   */
  transact(
    operations: readonly WriteOperation[] | TimedOperations,
    options?: TransactionOptions,
  ): Promise<boolean>;
}
