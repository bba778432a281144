import type { Actor } from '../contract/audit-log/audit-log.ts';
import type { ExportFormat, ExportState } from '../contract/exports/export-limits.ts';
import type { KindName } from '../kinds/names.ts';

/** A file of an export. */
export interface ExportFile {
  /** The key of its object in the bucket. */
  readonly key: string;
  /** The object with the ids of its records, of 16 bytes each. */
  readonly idsKey: string;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly recordCount: number;
}

/**
 * Where the next step continues, after this position in the index of changes or from this one of the feed: in
 * the collection as it was at the start, then in what the index lists as changed since, up to a time, then in
 * the events since, up to a position.
 */
export type ExportProgress =
  | { readonly phase: 'collection'; readonly position: string | null }
  | { readonly phase: 'index'; readonly position: string | null; readonly end: string }
  | { readonly phase: 'changes'; readonly from: string; readonly until: string };

/** The progress in one of its phases. */
export type ProgressIn<Phase extends ExportProgress['phase']> = Extract<
  ExportProgress,
  { readonly phase: Phase }
>;

/** What an export holds. */
export interface ExportSelection {
  readonly resource: KindName;
  readonly format: ExportFormat;
  /** Paths as in `fields`; `null` for all. */
  readonly fields: readonly string[] | null;
  readonly changedSince: string | null;
  /** Only of this call list. For entries. */
  readonly callListId: string | null;
  /** Whether it shows contact details of people. */
  readonly includesContactDetails: boolean;
}

/** A copy of records in files. Times are timestamps in the stored form. */
export interface Export extends ExportSelection {
  /** Sorts by time of creation. */
  readonly id: string;
  readonly organizationId: string;
  /** Becomes `expired` by time, see `stateOf`. */
  readonly state: ExportState;
  readonly createdBy: Actor;
  readonly createdAt: string;
  /** Its place in the line; `null` once it has ended. */
  readonly queuedAt: string | null;
  /** When the first record was read. Whatever is missed changed a minute before at the earliest. */
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** When its files are deleted. */
  readonly expiresAt: string | null;
  /** Why it failed or has no files any more, in a sentence or two; `null` otherwise. */
  readonly problem: string | null;
  readonly totalCount: number | null;
  /**
   * The object with the names of the custom fields that have a column in all of its files; `null` for none.
   */
  readonly columnsKey: string | null;
  /** Those of a failed export are not shown, and named only if they could not be deleted. */
  readonly files: readonly ExportFile[];
  readonly progress: ExportProgress | null;
  /** Counts the changes; writes are conditional on it. */
  readonly version: number;
}

/** The keys of the objects of a file. */
export const objectsOf = ({ key, idsKey }: ExportFile): readonly string[] => [key, idsKey];

/** The keys of all objects that an export names. */
export const objectsNamedBy = ({ files, columnsKey }: Pick<Export, 'files' | 'columnsKey'>) => [
  ...files.flatMap(objectsOf),
  ...(columnsKey === null ? [] : [columnsKey]),
];

/** The state at a time: files expire although nothing is written then. */
export const stateOf = ({ state, expiresAt }: Export, now: Date): ExportState =>
  state === 'completed' && expiresAt !== null && expiresAt <= now.toISOString() ? 'expired' : state;

/** The records in the files so far; none once it failed. */
export const recordCountOf = ({ state, files }: Export): number =>
  state === 'failed' ? 0 : files.reduce((sum, { recordCount }) => sum + recordCount, 0);
