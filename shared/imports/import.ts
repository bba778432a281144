import type { AdminResponseBody } from '../contract/admin-response-bodies.ts';
import type { ImportStatus } from '../contract/imports/import-limits.ts';
import type { FilePlan } from '../contract/imports/import-plan.ts';
import type { RejectsFormat } from './reader/files/rejects-format.ts';
import type { CountedWarning } from './reader/run/warning-kinds.ts';

export {
  IMPORT_KINDS,
  IMPORT_STATUSES,
  type ImportKind,
  type ImportStatus,
  MAX_SOURCE_LENGTH,
} from '../contract/imports/import-limits.ts';

type Shown = AdminResponseBody<'FileImport'>;

/** How a file is read and what is written; see `infra/docs/guides/importing.md`. */
export type ImportSettings = Shown['settings'];

/** What became of the rows so far. One that was stored earlier lacks kinds that were added since. */
export type ImportedCounts = NonNullable<Shown['counts']>;

/** What became of the records that the file no longer holds. */
export type ImportDeletions = NonNullable<Shown['deletions']>;

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

/** The deletion of the records that an import created. */
export interface ImportUndo extends NonNullable<Shown['undo']> {
  /** The status of the import before, and again if it stops. */
  readonly statusBefore: ImportStatus;
  /** The import of the kind and source that had begun last when the undo started. */
  readonly lastImportId: string | null;
}

/** The import of one object of the bucket. Times are timestamps in the stored form. */
export interface Import extends Shown {
  readonly organizationId: string;
  /** The revision of the object, without quotes; `null` until it is uploaded. */
  readonly etag: string | null;
  /** SHA-256 of the object as it is stored, in hexadecimal; `null` until it was read. */
  readonly contentHash: string | null;
  /** Its place in the queue: when it last joined, or a dropped file arrived; `null` before and after. */
  readonly queuedAt: string | null;
  readonly progress: ImportProgress | null;
  /** The number of deletions that an admin confirmed. */
  readonly confirmedDeletions: number | null;
  readonly undo: ImportUndo | null;
  /** Those that an API key imports together with it; `null` for a file of the bucket or the console. */
  readonly batchId: string | null;
  /** Whether it may change records of its source alone. */
  readonly isBound: boolean;
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
  Partial<Pick<Import, 'batchId' | 'contentHash' | 'isBound'>>;
