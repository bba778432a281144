import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item } from './reader.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, without the name of the table. */
export type WriteOperation =
  | { readonly put: Omit<NonNullable<TransactItem['Put']>, 'TableName'> }
  | { readonly update: Omit<NonNullable<TransactItem['Update']>, 'TableName'> }
  | { readonly delete: Omit<NonNullable<TransactItem['Delete']>, 'TableName'> };

/** One update, without the name of the table. Its result is always the item as it then is. */
export type UpdateOperation = Omit<
  NonNullable<TransactItem['Update']>,
  'TableName' | 'ReturnValuesOnConditionCheckFailure'
>;

/** A transaction may hold this many writes. */
export const MAX_TRANSACTION_WRITES = 100;

/**
 * Writes that hold only if what they are based on still does. Failures that may pass are thrown as
 * TableUnavailableError once they did not.
 */
export interface TableWriter {
  /**
   * Stores an item in place of the version that was read.
   *
   * @param version the version that was read, or undefined if there was no item
   * @returns false if the item was written by someone else since
   */
  put(item: Item, version: number | undefined): Promise<boolean>;
  /** Changes one item. Returns it as it is afterwards, or `undefined` if the condition did not hold. */
  update(operation: UpdateOperation): Promise<Item | undefined>;
  /**
   * Makes all writes or none. Conflicts with other transactions are waited out.
   *
   * @param operations at most {@link MAX_TRANSACTION_WRITES}, each on another item
   * @returns false if a condition did not hold
   */
  transact(operations: readonly WriteOperation[]): Promise<boolean>;
}
