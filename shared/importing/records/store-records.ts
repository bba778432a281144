import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { withFullJitter } from '../../table/backoff.ts';
import { unchangedSince, versionOf } from '../../table/items/versions.ts';
import { type Item, TableUnavailableError } from '../../table/reader.ts';
import { reasonOf } from '../rows/row-error.ts';
import type { Outcome } from '../run/import-report.ts';
import type { ImportRun } from '../run/import-run.ts';
import { type IdentifiedRow, planRecord } from './plan-record.ts';
import type { ImportedRecord, RecordKind } from './record-kinds.ts';
import { type PendingWrite, transactionsOf } from './record-transactions.ts';

/** Transactions in flight. */
const CONCURRENT_TRANSACTIONS = 4;
/** How often one record is read again after a concurrent update. */
const LOST_RACES = 12;

/** Receives the outcome of each record. */
export interface RecordResults {
  /** Called once per window, before its changed records are written. */
  beforeWrite?(writes: readonly PendingWrite[]): Promise<void>;
  done(row: IdentifiedRow, outcome: Outcome): void;
  rejected(row: IdentifiedRow, reason: string): void;
}

/**
 * Reads the stored records of some rows and writes those that the rows change, each on condition that it was not
 * modified since. After a concurrent update, the record is read and planned again.
 *
 * @param rows of distinct ids
 */
export const storeRecords = async <T extends ImportedRecord>(
  rows: readonly IdentifiedRow[],
  kind: RecordKind<T>,
  run: ImportRun,
  results: RecordResults,
): Promise<void> => {
  const keyOf = (id: string) => kind.keyOf(run.organizationId, id);

  /** Plans a row. A row that changes nothing is done. */
  const planned = (row: IdentifiedRow, stored: Item | undefined): PendingWrite | undefined => {
    const { outcome, item } = planRecord(row, kind, run, stored);
    if (item !== undefined) return { row, outcome, item, stored };
    results.done(row, outcome);
    return undefined;
  };

  const rejecting = async (row: IdentifiedRow, task: () => Promise<void> | void): Promise<void> => {
    try {
      await task();
    } catch (error) {
      results.rejected(row, reasonOf(error));
    }
  };

  /** Writes one record, and plans it again after each concurrent update. */
  const storeAlone = async (first: PendingWrite): Promise<void> => {
    let pending: PendingWrite | undefined = first;
    for (let race = 1; pending !== undefined; race++) {
      if (await run.writer.put(pending.item, versionOf(pending.stored))) {
        results.done(pending.row, pending.outcome);
        return;
      }
      if (race === LOST_RACES) {
        throw new TableUnavailableError('Concurrent updates keep changing the same record.');
      }
      await withFullJitter(race);
      const stored = await run.reader.get(keyOf(pending.row.id), { consistentRead: true });
      pending = planned(pending.row, stored);
    }
  };

  const storeTogether = async (writes: readonly PendingWrite[]): Promise<void> => {
    const operations = writes.map(({ item, stored }) => ({
      put: { Item: { ...item }, ...unchangedSince(versionOf(stored)) },
    }));
    if (run.dryRun !== undefined || (await run.writer.transact(operations))) {
      for (const { row, outcome } of writes) results.done(row, outcome);
      return;
    }
    for (const write of writes) await rejecting(write.row, () => storeAlone(write));
  };

  if (rows.length === 0) return;
  const items = await run.reader.getMany(
    rows.map(({ id }) => keyOf(id)),
    { consistentRead: true },
  );
  const stored = new Map(items.map((item) => [item['id'], item]));
  const pending: PendingWrite[] = [];
  for (const row of rows) {
    await rejecting(row, () => {
      const write = planned(row, stored.get(row.id));
      if (write !== undefined) pending.push(write);
    });
  }
  await results.beforeWrite?.(pending);
  await forEachConcurrently(transactionsOf(pending), CONCURRENT_TRANSACTIONS, storeTogether);
};
