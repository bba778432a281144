import type { Actor } from '../contract/audit-log/audit-log.ts';
import type { CountedKind, ImportKind, ImportStatus } from '../contract/imports/import-limits.ts';
import type { DateOrder } from '../domain/readings/dates.ts';
import type { ColumnMapping } from './reader/columns/column-mapping.ts';
import type { RejectsFormat } from './reader/files/rejects-format.ts';
import type { FilePlan } from './reader/run/import-plan.ts';
import type { ImportCounts, ImportTotals } from './reader/run/import-report.ts';
import type { CountedWarning } from './reader/run/warning-kinds.ts';

export {
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type ImportKind,
  type ImportStatus,
  MAX_SOURCE_LENGTH,
} from '../contract/imports/import-limits.ts';

/** How a file is read and what is written; see `infra/docs/guides/importing.md`. */
export interface ImportSettings {
  readonly mappings: readonly ColumnMapping[];
  /** Whose national phone numbers are understood: an ISO 3166 code. */
  readonly region: string | null;
  readonly dateOrder: DateOrder | null;
  readonly isMergingRows: boolean;
  readonly isCreatingCompanies: boolean;
  readonly isStrict: boolean;
  /** Whether blank cells leave the stored values of their fields. */
  readonly isKeepingBlank: boolean;
  readonly isSilent: boolean;
  /** Deletes what the source brought and the file no longer holds. Not for call lists. */
  readonly isDeletingMissing: boolean;
}

/** What became of the rows so far. One that was stored earlier lacks kinds that were added since. */
export type ImportedCounts = Readonly<Record<CountedKind, Readonly<ImportCounts>>> & Readonly<ImportTotals>;

/** Where the next step continues. Everything before is stored, counted and reported. */
export interface ImportProgress {
  /** Rows of the file that were read and whose outcome is stored; rows merged into one record count once. */
  readonly rows: number;
  /** Rows that were rejected before they could be stored. */
  readonly unreadable: number;
  /** Objects that hold rejected rows. */
  readonly rejectParts: number;
  /** The format of the file that they are written in. */
  readonly rejectsFormat: RejectsFormat;
  /** Objects that hold warnings. */
  readonly warningParts: number;
  /** Whether people were stored whose company was not found. */
  readonly hasUnlinkedPeople: boolean;
}

/** What became of the records that the file no longer holds. */
export interface ImportDeletions {
  readonly missing: number;
  readonly deleted: number;
  /** Why the missing records were not deleted; `null` if they were, or are being deleted. */
  readonly stopped: string | null;
}

/** The deletion of the records that an import created. */
export interface ImportUndo {
  readonly startedBy: Actor;
  readonly startedAt: string;
  /** `null` while it runs. */
  readonly finishedAt: string | null;
  /** Records that were deleted so far. */
  readonly deleted: number;
  /** Why it stopped, in a sentence or two; `null` otherwise. */
  readonly problem: string | null;
  /** The status of the import before, and again if it stops. */
  readonly statusBefore: ImportStatus;
  /** The import of the kind and source that had begun last when the undo started. */
  readonly lastImportId: string | null;
}

/** The import of one object of the bucket. Times are timestamps in the stored form. */
export interface Import {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: ImportKind;
  /** The system that the file comes from. */
  readonly source: string;
  readonly fileName: string;
  readonly objectKey: string;
  /** The revision of the object, without quotes; `null` until it is uploaded. */
  readonly etag: string | null;
  /** Bytes of the object. */
  readonly size: number;
  /** SHA-256 of the object as it is stored, in hexadecimal; `null` until it was read. */
  readonly contentHash: string | null;
  readonly settings: ImportSettings;
  readonly status: ImportStatus;
  /** Whether it runs even if its content was imported last: a repetition. */
  readonly isRepeat: boolean;
  readonly startedBy: Actor;
  /** When a dropped file arrived. */
  readonly createdAt: string;
  /** Its place in the queue: when it last joined, or a dropped file arrived; `null` before and after. */
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** `null` until the first rows are stored. */
  readonly counts: ImportedCounts | null;
  /** Bytes of the object that were read to be imported. */
  readonly bytesRead: number;
  readonly progress: ImportProgress | null;
  /** Why it failed, in a sentence or two; `null` otherwise. */
  readonly problem: string | null;
  readonly deletions: ImportDeletions | null;
  /** The number of deletions that an admin confirmed. */
  readonly confirmedDeletions: number | null;
  /** The import with the same content, of one that was skipped. */
  readonly sameAs: string | null;
  readonly undo: ImportUndo | null;
  /** Those that an API key imports together with it; `null` for a file of the bucket or the console. */
  readonly batchId: string | null;
  /** What is decided before its rows are imported; `null` until then. */
  readonly plan: FilePlan | null;
  /** The most frequent warnings so far. */
  readonly warnings: readonly CountedWarning[];
  /** Counts the changes; writes are conditional on it. */
  readonly version: number;
}

/** An import that is not stored yet. */
export type NewImport = Pick<
  Import,
  | 'id'
  | 'organizationId'
  | 'kind'
  | 'source'
  | 'fileName'
  | 'objectKey'
  | 'etag'
  | 'size'
  | 'settings'
  | 'isRepeat'
  | 'startedBy'
  | 'createdAt'
> &
  Partial<Pick<Import, 'batchId' | 'contentHash'>>;
