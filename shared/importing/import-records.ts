import { forEachConcurrently } from '../runtime/concurrency.ts';
import { withFullJitter } from '../table/backoff.ts';
import type { Item } from '../table/reader.ts';
import { TableUnavailableError } from '../table/reader.ts';
import { unchangedSince, versionOf } from '../table/versions.ts';
import { FingerprintIndex } from './fingerprint-index.ts';
import type { CountedKind } from './import-report.ts';
import { type ImportRun, rejectRow } from './import-run.ts';
import { mergeDraft } from './merge-draft.ts';
import { type IdentifiedRow, planRecord } from './plan-record.ts';
import type { DraftFile, DraftRow } from './read-drafts.ts';
import type { RecordDraft } from './record-draft.ts';
import type { ImportedRecord, RecordKind } from './record-kinds.ts';
import { type PendingWrite, transactionsOf } from './record-transactions.ts';
import { RowError, reasonOf } from './rejected-row.ts';
import { validated } from './validation.ts';

/** Rows that are read from the table together. */
const WINDOW_ROWS = 500;
/** Transactions at the same time. */
const CONCURRENT_TRANSACTIONS = 4;
/** Times that one record is read again because another writer was first. */
const LOST_RACES = 12;

/** The id of the record that a row is of. Adds the source's id to the draft's external ids. */
const identify = <T extends ImportedRecord>(
  draft: RecordDraft,
  kind: RecordKind<T>,
  { context }: ImportRun,
): string => {
  if (draft.id !== null) return draft.id;
  if (draft.sourceId !== null) {
    const source = draft.source ?? context.source;
    draft.externalIds.push({ source, id: draft.sourceId });
    return context.idOf(kind.idKind, source, draft.sourceId);
  }
  const keys = kind.naturalKeys(draft);
  const key = keys.find(([, value]) => typeof value === 'string' && value !== '');
  if (key === undefined) {
    const fields = keys.map(([field]) => field).join(' or ');
    throw new RowError(
      `id: the row has none, and no ${fields} to tell it by (name the column that holds it: --map 'Column=id')`,
    );
  }
  return context.idOf(kind.idKind, context.source, key[0], String(key[1]).toLowerCase());
};

/**
 * Imports people or companies: reads what is stored in groups, and writes only the records that a row changes,
 * each on the condition that nobody else changed it since. A record that somebody did change is read again.
 */
export const importRecords = async <T extends ImportedRecord>(
  file: DraftFile<RecordDraft> & { readonly name: string },
  kind: RecordKind<T>,
  countedAs: CountedKind,
  run: ImportRun,
): Promise<void> => {
  const seen = new FingerprintIndex();
  const keyOf = (id: string) => kind.keyOf(run.organizationId, id);
  const reject = (line: number, row: unknown, reason: string): void =>
    rejectRow(run, countedAs, { file: file.name, line, row, reason });

  /** Rejects a row that can never be stored before it takes an id from a later one. */
  const accept = (row: DraftRow<RecordDraft>): IdentifiedRow | undefined => {
    try {
      if ('reason' in row) throw new RowError(row.reason);
      kind.complete(row.draft);
      const id = identify(row.draft, kind, run);
      const now = run.now();
      const alone = mergeDraft(row.draft, { ...kind.empty, id, createdAt: now, updatedAt: now });
      validated(kind.schema, alone);
      if (seen.add(id) !== seen.size - 1) throw new RowError('id: the same as that of an earlier row');
      return { line: row.line, row: row.row, id, draft: row.draft };
    } catch (error) {
      reject(row.line, row.row, reasonOf(error));
      return undefined;
    }
  };

  /** Plans a row; counts it unless there is something to write. */
  const planned = (row: IdentifiedRow, stored: Item | undefined): PendingWrite | undefined => {
    const { outcome, item } = planRecord(row, kind, run, stored);
    if (item !== undefined && run.dryRun === undefined) return { row, outcome, item, stored };
    run.tally.count(countedAs, outcome);
    return undefined;
  };

  const rejecting = async (row: IdentifiedRow, task: () => Promise<void> | void): Promise<void> => {
    try {
      await task();
    } catch (error) {
      reject(row.line, row.row, reasonOf(error));
    }
  };

  /** Writes one record, reading it again for as long as other writers are faster. */
  const storeAlone = async (first: PendingWrite): Promise<void> => {
    let pending: PendingWrite | undefined = first;
    for (let race = 1; pending !== undefined; race++) {
      if (await run.writer.put(pending.item, versionOf(pending.stored))) {
        run.tally.count(countedAs, pending.outcome);
        return;
      }
      if (race === LOST_RACES)
        throw new TableUnavailableError('Other writers keep changing the same record.');
      await withFullJitter(race);
      const stored = await run.reader.get(keyOf(pending.row.id), { consistentRead: true });
      pending = planned(pending.row, stored);
    }
  };

  const storeTogether = async (writes: readonly PendingWrite[]): Promise<void> => {
    const operations = writes.map(({ item, stored }) => ({
      put: { Item: { ...item }, ...unchangedSince(versionOf(stored)) },
    }));
    if (await run.writer.transact(operations)) {
      for (const { outcome } of writes) run.tally.count(countedAs, outcome);
      return;
    }
    for (const write of writes) await rejecting(write.row, () => storeAlone(write));
  };

  const importWindow = async (rows: readonly IdentifiedRow[]): Promise<void> => {
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
    await forEachConcurrently(transactionsOf(pending), CONCURRENT_TRANSACTIONS, storeTogether);
    run.onProgress();
  };

  let window: IdentifiedRow[] = [];
  for await (const batch of file.rows) {
    for (const row of batch) {
      const accepted = accept(row);
      if (accepted !== undefined) window.push(accepted);
      if (window.length < WINDOW_ROWS) continue;
      await importWindow(window);
      window = [];
    }
    run.onProgress();
  }
  await importWindow(window);
};
