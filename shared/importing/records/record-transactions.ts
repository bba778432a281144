import { itemBytes } from '../../table/item-size.ts';
import type { Item } from '../../table/reader.ts';
import type { Outcome } from '../run/import-report.ts';
import type { IdentifiedRow } from './plan-record.ts';

/**
 * Records that are written in one transaction. Most of what a single write costs is the call; a record that fails
 * its condition makes the others of its transaction be written again, one by one.
 */
const TRANSACTION_RECORDS = 50;
/** DynamoDB takes 4 MB in one transaction. The rest is left for what the request adds to the items. */
const TRANSACTION_BYTES = 3_500_000;
/** A record that is to be written, with what it was planned from. */
export interface PendingWrite {
  readonly row: IdentifiedRow;
  readonly outcome: Outcome;
  readonly item: Item;
  readonly stored: Item | undefined;
}

/** Splits writes into as few transactions as their number and size allow. */
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
