import type { Item, TableReader } from '../../table/reader.ts';
import type { TableWriter } from '../../table/writer.ts';
import type { RowContext } from '../cells/field-rules.ts';
import type { ReadRow } from '../rows/read-drafts.ts';
import type { RejectedRow, StoredRow, Warning } from '../rows/row-reports.ts';
import type { DryRunRecords } from './dry-run-records.ts';
import type { CountedKind, ImportTally, Outcome } from './import-report.ts';

/** What all stages of one import share. */
export interface ImportRun {
  readonly reader: TableReader;
  readonly writer: TableWriter;
  /** Reads the id, name and domain of every stored company of the organization. */
  readonly readCompanies: () => AsyncIterable<readonly Item[]>;
  readonly organizationId: string;
  readonly context: RowContext;
  readonly isSilent: boolean;
  /** Whether several rows of one record are merged rather than rejected. */
  readonly isMergingRows: boolean;
  /** Whether companies that people name and that are not stored are created. */
  readonly isCreatingCompanies: boolean;
  /** Rows (or entries) that are read from the table together. */
  readonly windowRows: number | undefined;
  /** Set in a dry run: what would have been written so far. Nothing is written then. */
  readonly dryRun: DryRunRecords | undefined;
  /** The current time in the stored form. */
  readonly now: () => string;
  readonly tally: ImportTally;
  readonly onRejectedRow: (row: RejectedRow) => void;
  readonly onWarning: (warning: Warning) => void;
  readonly onStoredRow: (row: StoredRow) => void;
  /** Called with the size of each chunk of rows that is read to be imported. */
  readonly onBytes: (bytes: number) => void;
  /** Called after each group of rows. */
  readonly onProgress: () => void;
}

/** Counts and reports a row that was not imported. */
export const rejectRow = (run: ImportRun, kind: CountedKind, row: RejectedRow): void => {
  run.tally.count(kind, 'rejected');
  run.onRejectedRow(row);
};

/** Counts and reports a row that was imported, with its warnings. */
export const storedRow = (
  run: ImportRun,
  kind: CountedKind,
  outcome: Outcome,
  { line, warnings }: ReadRow,
  record: Pick<StoredRow, 'file' | 'source' | 'sourceId' | 'id'>,
): void => {
  run.tally.count(kind, outcome);
  run.onStoredRow({ kind, line, ...record });
  for (const warning of warnings) {
    run.tally.countWarning(kind);
    run.onWarning({ file: record.file, line, ...warning });
  }
};
