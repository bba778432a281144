import type { Actor } from '../../../contract/audit-log/audit-log.ts';
import { nounOf, snakeOf } from '../../../kinds/names.ts';
import { deleteRecord } from '../../../records/delete-record.ts';
import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import type { Table } from '../../../table/table.ts';
import type { WriteFence } from '../../../table/write-fence.ts';
import { type ImportReport, totalOf } from '../run/import-report.ts';
import { recordKindOf, SOURCED_KINDS, type SourcedKind } from '../sourced-kinds.ts';
import { CONFIRMED_FROM, findMissing, type MissingRecords, type ReadRecords } from './find-missing.ts';

/** Records deleted concurrently. */
const CONCURRENCY = 8;

/** What became of the records that a file no longer holds. */
export interface DeletionReport {
  /** Per kind of file, with the ids. Empty if the files may not be complete. */
  readonly missing: Readonly<Partial<Record<SourcedKind, MissingRecords>>>;
  readonly deleted: number;
  /** Why nothing was deleted; null if that was not in question. */
  readonly stopped: string | null;
}

export interface DeletionSettings {
  readonly organizationId: string;
  readonly source: string;
  /** The names of the files by kind. Records of other kinds stay. */
  readonly paths: Readonly<Partial<Record<SourcedKind, string>>>;
  readonly isSilent: boolean;
  /** Whether the files hold all records of the source, so that others are deleted. */
  readonly isDeletingMissing: boolean;
  /** The confirmed number of deletions. */
  readonly confirmedDeletions: number | undefined;
  /** How to confirm this number of deletions, in a sentence. */
  readonly confirmation: (deletions: number) => string;
  readonly actor: Actor;
  /** Fences of the imports that bring the files, by kind. */
  readonly fences?: Readonly<Partial<Record<SourcedKind, WriteFence>>> | undefined;
}

/** Why the files may not be complete; undefined if they may. */
const incompleteness = (report: ImportReport): string | undefined => {
  const rejected = totalOf(report, 'rejected');
  if (rejected > 0) {
    const rows = rejected === 1 ? '1 row was' : `${rejected} rows were`;
    return (
      `${rows} rejected, so the files are not known to be complete. ` +
      'Correct the rows and repeat the import.'
    );
  }
  const [empty] = report.filesWithoutRows;
  return empty === undefined ? undefined : `${empty} has no rows, so it is not known to be complete.`;
};

/** Why the deletions are not made; undefined if they may be. */
const objection = (
  missing: readonly MissingRecords[],
  { confirmedDeletions, confirmation }: DeletionSettings,
): string | undefined => {
  const total = missing.reduce((sum, { ids }) => sum + ids.length, 0);
  const confirm = confirmation(total);
  if (confirmedDeletions !== undefined) {
    if (confirmedDeletions === total) return undefined;
    return `${total} records would be deleted, not ${confirmedDeletions}. ${confirm}`;
  }
  const isLarge = missing.some(({ ids, brought }) => ids.length * CONFIRMED_FROM > brought);
  return isLarge ? `More than 10 % of the records of this source would be deleted. ${confirm}` : undefined;
};

/** What is missing, and why it must not be deleted; `null` if it may be. */
export interface DeletionPlan {
  readonly missing: ReadonlyMap<SourcedKind, MissingRecords>;
  readonly stopped: string | null;
}

/**
 * Finds the people and companies that the source brought and that its complete files no longer hold. Reads
 * the whole collections, unless the files may not be complete.
 *
 * @param read what the files hold
 * @param onPage called after each page of a collection; throws to stop reading
 */
export const planDeletions = async (
  settings: DeletionSettings,
  report: ImportReport,
  read: ReadRecords,
  { reader }: Pick<Table, 'reader'>,
  { print, onPage }: { readonly print?: (message: string) => void; readonly onPage?: () => void } = {},
): Promise<DeletionPlan> => {
  const isComplete = settings.isDeletingMissing;
  const reason = isComplete ? incompleteness(report) : undefined;
  if (reason !== undefined) return { missing: new Map(), stopped: reason };
  const { organizationId, source, paths } = settings;
  const missing = new Map<SourcedKind, MissingRecords>();
  for (const kind of SOURCED_KINDS) {
    if (paths[kind] === undefined) continue;
    const found = await findMissing(kind, read, { reader, organizationId, source, isComplete, onPage });
    missing.set(kind, found);
    print?.(
      `${isComplete ? 'Missing from' : 'Deleted in'} ${paths[kind]}: ${found.ids.length} of ` +
        `${found.brought} stored ${kind} from the source "${source}".`,
    );
  }
  return { missing, stopped: objection([...missing.values()], settings) ?? null };
};

/**
 * Deletes what is missing. Can be interrupted and repeated.
 *
 * @param isStopping called before each deletion; the first ones are made in any case
 * @returns how many records this call deleted, and whether none is left
 */
export const makeDeletions = async (
  table: Table,
  {
    organizationId,
    isSilent,
    actor,
    fences,
  }: Pick<DeletionSettings, 'organizationId' | 'isSilent' | 'actor' | 'fences'>,
  missing: DeletionPlan['missing'],
  isStopping: () => boolean = () => false,
): Promise<{ readonly deleted: number; readonly isComplete: boolean }> => {
  let deleted = 0;
  let started = 0;
  let isComplete = true;
  for (const [kind, { ids }] of missing) {
    await forEachConcurrently(ids, CONCURRENCY, async (id) => {
      // A call that deletes nothing would be repeated for ever.
      if (isStopping() && started >= CONCURRENCY) {
        isComplete = false;
        return;
      }
      started += 1;
      const record = await deleteRecord(
        table,
        { organizationId, kind: snakeOf(recordKindOf(kind)), id },
        { actor, isSilent, fence: fences?.[kind] },
      );
      deleted += Number(record !== undefined);
    });
  }
  return { deleted, isComplete };
};

/**
 * Plans the deletions and makes them, unless they are stopped. Prints how many first, and only the numbers in
 * a dry run.
 *
 * @param read what the files hold
 */
export const deleteMissing = async (
  settings: DeletionSettings & { readonly isDryRun: boolean },
  report: ImportReport,
  read: ReadRecords,
  table: Table,
  print: (message: string) => void,
): Promise<DeletionReport> => {
  const { missing, stopped } = await planDeletions(settings, report, read, table, { print });
  const result = { missing: Object.fromEntries(missing), deleted: 0, stopped: null };
  // Whether the files are complete is known in a dry run, too.
  if (settings.isDryRun && missing.size > 0) {
    if (stopped !== null) print(`Without --dry-run, nothing would be deleted: ${stopped}`);
    return result;
  }
  if (stopped !== null) {
    print(`Deleted nothing: ${stopped}`);
    return { ...result, stopped };
  }
  const { deleted } = await makeDeletions(table, settings, missing);
  if (deleted > 0) print(`Deleted: ${deleted}.`);
  return { ...result, deleted };
};

/** The ids of a dry run, each with its kind. */
export const missingIds = ({ missing }: DeletionReport): readonly string[] =>
  SOURCED_KINDS.flatMap((kind) =>
    (missing[kind]?.ids ?? []).map((id) => `${nounOf(recordKindOf(kind))} ${id}`),
  );
