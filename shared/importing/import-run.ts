import type { TableReader } from '../table/reader.ts';
import type { TableWriter } from '../table/writer.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { DryRunRecords } from './dry-run-records.ts';
import type { RowContext } from './field-rules.ts';
import type { CountedKind, ImportTally } from './import-report.ts';
import type { RejectedRow } from './rejected-row.ts';

/** What all stages of one import share. */
export interface ImportRun {
  readonly reader: TableReader;
  readonly writer: TableWriter;
  readonly organizationId: string;
  readonly context: RowContext;
  readonly mappings: readonly ColumnMapping[];
  readonly isSilent: boolean;
  /** Set in a dry run: what would have been written so far. Nothing is written then. */
  readonly dryRun: DryRunRecords | undefined;
  /** The current time in the stored form. */
  readonly now: () => string;
  readonly tally: ImportTally;
  readonly onRejectedRow: (row: RejectedRow) => void;
  /** Called after each group of rows. */
  readonly onProgress: () => void;
}

/** Counts a row as rejected and says so. */
export const rejectRow = (run: ImportRun, kind: CountedKind, row: RejectedRow): void => {
  run.tally.count(kind, 'rejected');
  run.onRejectedRow(row);
};
