import { mergeRows, Occurrences } from '../rows/merge-rows.ts';
import type { DraftFile, ReadRow } from '../rows/read-drafts.ts';
import type { RecordDraft } from '../rows/record-draft.ts';
import { RowError, reasonOf } from '../rows/row-error.ts';
import { FingerprintIndex } from '../run/fingerprint-index.ts';
import type { CountedKind, Outcome } from '../run/import-report.ts';
import { type ImportRun, rejectRow, storedRow } from '../run/import-run.ts';
import { windowsOf } from '../run/windows.ts';
import { createCompanyLinks } from './company-links.ts';
import { identify } from './identify.ts';
import type { IdentifiedRow } from './plan-record.ts';
import type { ImportedRecord, RecordKind } from './record-kinds.ts';
import { storeRecords } from './store-records.ts';

/** Rows that are read from the table together. */
const WINDOW_ROWS = 500;

type Batches = AsyncIterable<readonly IdentifiedRow[]>;

/** Imports people or companies: only the records that a row changes are written. */
export const importRecords = async <T extends ImportedRecord>(
  file: DraftFile<RecordDraft>,
  kind: RecordKind<T>,
  countedAs: CountedKind,
  run: ImportRun,
): Promise<void> => {
  const reject = ({ line, row }: ReadRow, reason: string): void =>
    rejectRow(run, countedAs, { file: file.name, line, row, reason });

  async function* identifiedRows(
    onBytes: ((bytes: number) => void) | undefined,
    onReject: typeof reject,
  ): Batches {
    for await (const batch of file.rows(onBytes)) {
      yield batch.flatMap((row) => {
        try {
          if ('reason' in row) throw new RowError(row.reason);
          const { draft, ...read } = row;
          return [{ id: identify(draft, kind, run.context), draft, rows: [read] }];
        } catch (error) {
          onReject(row, reasonOf(error));
          return [];
        }
      });
      run.onProgress();
    }
  }

  /** Rejects a row whose record an earlier row already gave. */
  async function* distinctRows(batches: Batches): Batches {
    const seen = new FingerprintIndex();
    for await (const batch of batches) {
      yield batch.filter((row) => {
        const isNew = seen.add(row.id);
        if (!isNew) {
          for (const each of row.rows) {
            reject(each, 'id: an earlier row of the file has the same one (--merge-rows merges such rows)');
          }
        }
        return isNew;
      });
    }
  }

  const occurrences = async (): Promise<Occurrences> => {
    const counts = new Occurrences();
    for await (const batch of identifiedRows(undefined, () => undefined)) {
      for (const { id } of batch) counts.add(id);
    }
    return counts;
  };

  const done = ({ id, draft, rows }: IdentifiedRow, outcome: Outcome): void => {
    const source = draft.source ?? run.context.source;
    const record = { file: file.name, id, source, sourceId: draft.sourceId };
    for (const [index, row] of rows.entries()) {
      storedRow(run, countedAs, index === 0 ? outcome : 'merged', row, record);
    }
  };
  const rejected = ({ rows }: IdentifiedRow, reason: string): void => {
    for (const row of rows) reject(row, reason);
  };

  const links = kind.idKind === 'person' ? createCompanyLinks(file.name, run) : undefined;
  const results = { done, rejected, ...(links === undefined ? {} : { beforeWrite: links.checkReferences }) };
  const identified = () => identifiedRows(run.onBytes, reject);
  const rows = run.isMergingRows ? mergeRows(identified(), await occurrences()) : distinctRows(identified());
  for await (const window of windowsOf(rows, run.windowRows ?? WINDOW_ROWS)) {
    await links?.link(window);
    await storeRecords(window, kind, run, results);
    run.onProgress();
  }
};
