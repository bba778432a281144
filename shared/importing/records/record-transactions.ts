import { itemBytes } from '../../table/items/item-size.ts';
import type { Item } from '../../table/reader.ts';
import type { Outcome } from '../run/import-report.ts';
import type { IdentifiedRow } from './plan-record.ts';

/**
 * Records per transaction. Most of the cost of a single write is the call; if one record fails its condition, all of
 * its transaction are written again, one by one.
 */
const TRANSACTION_RECORDS = 50;
/** DynamoDB accepts 4 MB per transaction. The difference covers what the request adds to the items. */
const TRANSACTION_BYTES = 3_500_000;
/** A record to write, with the row and the item that it was planned from. */
export interface PendingWrite {
  readonly row: IdentifiedRow;
  readonly outcome: Outcome;
  readonly item: Item;
  readonly stored: Item | undefined;
}

/** Splits writes into as few transactions as possible. */
export const transactionsOf = (writes: readonly PendingWrite[]): readonly (readonly PendingWrite[])[] => {
  const transactions: PendingWrite[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const write of writes) {
    const size = itemBytes(write.item);
    const current = transactions.at(-1);
    if (current === undefined || current.length === TRANSACTION_RECORDS || bytes + size > TRANSACTION_BYTES) {
      transactions.push([write]);
      bytes = size;
    } else {
      current.push(write);
      bytes += size;
    }
  }
  return transactions;
};
