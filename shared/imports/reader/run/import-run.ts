import type { Actor } from '../../../contract/audit-log/audit-log.ts';
import type { CountedKind } from '../../../contract/imports/import-limits.ts';
import type { TableReader } from '../../../table/reader.ts';
import type { WriteFence } from '../../../table/write-fence.ts';
import type { TableWriter } from '../../../table/writer.ts';
import type { FileKind } from '../../file-kinds.ts';
import type { CellWarning, RowContext } from '../cells/field-rules.ts';
import type { OriginalRow } from '../files/rejects-file.ts';
import type { SourceFile } from '../files/source-file.ts';
import type { DecidedFile, ReadRow, ReadSettings } from '../rows/read-drafts.ts';
import type { CheckpointOptions, Checkpoints } from './checkpoints.ts';
import type { CompanyDirectory } from './company-directory.ts';
import type { DryRunRecords } from './dry-run-records.ts';
import type { ImportMarks } from './import-marks.ts';
import type { ImportReport, Outcome } from './import-report.ts';

/** Keeps an import from writing once a newer one of the same source has begun. */
export interface ImportFence extends WriteFence {
  /** The import's id, the same in each of its steps. */
  readonly importId: string;
  /**
   * Called before the first write, once the files are known to be usable. Throws if the import is outdated.
   */
  begin(): Promise<void>;
}

/** Takes note of records that a file holds, and of those that it says are deleted. */
interface RecordLog {
  add(record: Pick<StoredRow, 'kind' | 'id'>): void;
  addDeleted(record: Pick<StoredRow, 'kind' | 'id'>): void;
}

/** Includes the settings with which files are read; `source` defaults to `import`. */
export interface ImportOptions
  extends Partial<Omit<ReadSettings, 'idOf' | 'columnDateOrders'>>,
    CheckpointOptions {
  /** A lower-case UUID. */
  readonly organizationId: string;
  readonly files: Readonly<Partial<Record<FileKind, SourceFile>>>;
  /** Merges several rows of one person or company. Default: false, which rejects all but the first. */
  readonly isMergingRows?: boolean;
  /** Creates companies that people name and that are not stored. Default: false. */
  readonly isCreatingCompanies?: boolean;
  /** Rejects rows of records that only other sources have. Default: false. */
  readonly isBound?: boolean;
  /** Reads, compares and reports, but writes nothing. Default: false. */
  readonly isDryRun?: boolean;
  /** Writes without events. Default: false. */
  readonly isSilent?: boolean;
  /** Who imports, for the audit log. Default: the importer itself. */
  readonly actor?: Actor;
  /** Fences of the files, by kind. Default: the import writes whatever others bring meanwhile. */
  readonly fences?: Readonly<Partial<Record<FileKind, ImportFence>>>;
  /** Rows, or entries, that are read from the table together. Default: 776 rows, 1,000 entries. */
  readonly windowRows?: number;
  /** Notes the records that the files hold or delete, to find what is missing from them. */
  readonly read?: RecordLog;
  /** Called with each file before anything is written. */
  readonly onFile?: (file: DecidedFile) => void;
  readonly onRejectedRow?: (row: RejectedRow) => void;
  readonly onWarning?: (warning: Warning) => void;
  readonly onStoredRow?: (row: StoredRow) => void;
  /** Called often, with the counts so far and the bytes of all files that are read. */
  readonly onProgress?: (report: ImportReport, bytesRead: number) => void;
}

interface RowLocation {
  /** The file as the caller named it. */
  readonly file: string;
  /** Where the row starts in the file, from 1; the header of a CSV file is line 1. */
  readonly line: number;
}

/** A row that was not imported, and why. */
export interface RejectedRow extends RowLocation {
  /** The offending field and what is wrong with it. */
  readonly reason: string;
  readonly original: OriginalRow;
}

/** A cell that was not imported as it is, and why. The rest of its row was. */
export interface Warning extends RowLocation, CellWarning {}

/** A row whose record is stored. */
export interface StoredRow extends RowLocation {
  readonly kind: CountedKind;
  readonly source: string;
  /** The record's id in the source; null if the row has none. */
  readonly sourceId: string | null;
  /** The record's id in this service. */
  readonly id: string;
}

/** What all stages of one import share. */
export type ImportRun = RowContext &
  ImportOptions & {
    readonly reader: TableReader;
    readonly writer: TableWriter;
    readonly isSilent: boolean;
    readonly actor: Actor;
    /** That of the file whose rows are imported. */
    readonly fence?: WriteFence | undefined;
    /** Whether records expire, so that those the import meets are marked as touched. */
    readonly marksTouches: boolean;
    /** Set in a dry run: what would have been written so far. Nothing is written then. */
    readonly dryRun: DryRunRecords | undefined;
    /** The companies that this import has written, if it also imports people. */
    readonly companies: CompanyDirectory;
    readonly report: ImportReport;
    readonly marks: ImportMarks;
    readonly checkpoints: Checkpoints;
    /** Called with the size of each chunk of rows that is read to be imported. */
    readonly onBytes: (bytes: number) => void;
    /** Called with each chunk, and after each group of rows. */
    readonly progress: () => void;
  };

/** Counts and reports a row that was not imported. */
export const rejectRow = (run: ImportRun, kind: CountedKind, row: RejectedRow): void => {
  run.report[kind].read += 1;
  run.report[kind].rejected += 1;
  run.onRejectedRow?.(row);
};

/** Counts and reports the warnings of a row that was imported. */
export const reportWarnings = (
  run: ImportRun,
  kind: CountedKind,
  { line, warnings, file }: ReadRow & Pick<RowLocation, 'file'>,
): void => {
  run.report[kind].warnings += warnings.length;
  for (const warning of warnings) run.onWarning?.({ file, line, ...warning });
};

/** Counts a row that was imported, and reports its warnings. */
export const countRow = (
  run: ImportRun,
  kind: CountedKind,
  outcome: Outcome,
  row: ReadRow & Pick<RowLocation, 'file'>,
): void => {
  const counts = run.report[kind];
  counts.read += 1;
  counts[outcome] += 1;
  reportWarnings(run, kind, row);
};

/** Counts and reports a row whose record is stored, with its warnings. */
export const storedRow = (
  run: ImportRun,
  kind: CountedKind,
  outcome: Outcome,
  row: ReadRow,
  record: Pick<StoredRow, 'file' | 'source' | 'sourceId' | 'id'>,
): void => {
  if (run.isDeletingMissing === true) run.read?.add({ kind, id: record.id });
  run.onStoredRow?.({ kind, line: row.line, ...record });
  countRow(run, kind, outcome, { ...row, file: record.file });
};
