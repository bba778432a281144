import { CustomFieldLog } from '../../../records/fields/custom-field-log.ts';
import type { RecordDraft } from '../drafts/record-draft.ts';
import { RowError } from '../drafts/row-error.ts';
import type { DraftFile, DraftRow, ReadRow } from '../rows/read-drafts.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import { type ImportRun, rejectRow, storedRow } from '../run/import-run.ts';
import { windowsOf } from '../run/windows.ts';
import { createCompanyLinks } from './company-links.ts';
import { type IdentifiedRow, mergeRows, Occurrences } from './merge-rows.ts';
import { identify, type RecordKind } from './record-kinds.ts';
import {
  CONCURRENT_TRANSACTIONS,
  readRecords,
  type StoredRecords,
  storeRecords,
  TRANSACTION_RECORDS,
} from './store-records.ts';

/** Rows that are read from the table together: two rounds of concurrent transactions. */
const WINDOW_ROWS = 2 * CONCURRENT_TRANSACTIONS * TRANSACTION_RECORDS;

/** Rows, and what is stored of them. */
interface ReadWindow {
  readonly window: readonly IdentifiedRow[];
  readonly stored: Promise<StoredRecords>;
}

/** Imports people or companies: only the records that a row changes are written. */
export const importRecords = async (
  file: DraftFile<RecordDraft>,
  kind: RecordKind,
  run: ImportRun,
): Promise<void> => {
  const seen = new FingerprintIndex();
  const accept = ({ draft, ...row }: DraftRow<RecordDraft>): IdentifiedRow => {
    const id = identify(draft, kind, run);
    if (run.isMergingRows !== true && !seen.add(id)) {
      throw new RowError('id: an earlier row of the file has the same one (--merge-rows merges such rows)');
    }
    return { id, draft, rows: [row] };
  };
  const reject = ({ line, original }: Omit<ReadRow, 'warnings'>, reason: string): void =>
    rejectRow(run, kind.countedAs, { file: file.name, line, reason, original });

  const occurrences = async (): Promise<Occurrences> => {
    const counts = new Occurrences();
    for await (const batch of file.rows(accept, () => undefined)) {
      for (const { id } of batch) counts.add(id);
    }
    return counts;
  };

  const customFields =
    run.dryRun === undefined ? new CustomFieldLog(run, run.organizationId, kind.idKind) : undefined;
  const results: Parameters<typeof storeRecords>[3] = {
    done: ({ id, draft, rows }, outcome) => {
      customFields?.note(draft.customFields, draft.source ?? run.source);
      const record = { file: file.name, id, source: draft.source ?? run.source, sourceId: draft.sourceId };
      for (const [index, row] of rows.entries()) {
        storedRow(run, kind.countedAs, index === 0 ? outcome : 'merged', row, record);
      }
    },
    rejected: ({ rows }, reason) => {
      for (const row of rows) reject(row, reason);
    },
  };
  const linkCompanies = kind.idKind === 'person' ? createCompanyLinks(file.name, run) : undefined;
  const counts = run.isMergingRows === true ? await occurrences() : undefined;
  const identified = file.rows(accept, run.checkpoints.rejects(reject), run.onBytes);
  const all = counts === undefined ? identified : mergeRows(identified, counts);
  const rows = run.checkpoints.rest(all, ({ id }) => run.onPassedRecord?.({ kind: kind.countedAs, id }));
  const windows = windowsOf(rows, run.windowRows ?? WINDOW_ROWS);
  const nextWindow = async () => {
    const { value: window, done } = await windows.next();
    if (done === true) return undefined;
    const stored = readRecords(window, kind, run);
    // A failure is that of the window, which may have to wait until earlier rows are stored.
    stored.catch(() => undefined);
    return { window, stored };
  };
  const store = async ({ window, stored }: ReadWindow): Promise<void> => {
    await linkCompanies?.(window);
    await storeRecords(window, kind, run, results, stored);
    await customFields?.flush();
  };
  try {
    let current = await nextWindow();
    while (current !== undefined) {
      // A checkpoint counts all that the reader has rejected, so it waits until the next rows are parsed. If
      // that fails, the current rows are still counted.
      const [stored, next] = await Promise.allSettled([store(current), nextWindow()]);
      if (stored.status === 'rejected') throw stored.reason;
      run.progress();
      if (await run.checkpoints.reached(current.window.length)) return;
      if (next.status === 'rejected') throw next.reason;
      current = next.value;
    }
  } finally {
    await windows.return(undefined);
  }
};
