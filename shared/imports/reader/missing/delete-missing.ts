import type { Actor } from '../../../contract/audit-log/audit-log.ts';
import { nounOf, snakeOf } from '../../../kinds/names.ts';
import { deleteRecord } from '../../../records/delete-record.ts';
import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import type { Table } from '../../../table/table.ts';
import type { WriteFence } from '../../../table/write-fence.ts';
import { recordKindOf, SOURCED_KINDS, type SourcedKind } from '../../file-kinds.ts';
import type { ImportDeletions } from '../../import.ts';
import { type ImportReport, totalOf } from '../run/import-report.ts';
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

interface DeletionSettings {
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
  readonly isDryRun?: boolean;
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

/** What the step of an import needs that makes the deletions, or continues those of an earlier one. */
interface DeletionStep {
  /** Those of earlier steps. */
  readonly previous: ImportDeletions | null;
  /** Stores the deletions so far; the accepted number before the first one. */
  readonly save: (deletions: ImportDeletions) => Promise<void>;
  /** Whether the next step should continue. Called before each deletion; the first ones are made anyway. */
  readonly isStopping: () => boolean;
  /** Throws if no time is left to find what is missing. */
  readonly assertTime: () => void;
}

const ALONE: DeletionStep = {
  previous: null,
  save: async () => undefined,
  isStopping: () => false,
  assertTime: () => undefined,
};

/**
 * Deletes the records that the source of an import brought and its files no longer hold, unless that is
 * stopped. Prints how many first, and only the numbers in a dry run. Can be interrupted and repeated: once
 * the number is accepted, a repetition deletes the rest. Reads the whole collections, unless the files may
 * not be complete.
 */
export const deleteMissing = async (
  settings: DeletionSettings,
  report: ImportReport,
  read: ReadRecords,
  table: Table,
  print: (message: string) => void = () => undefined,
  { previous, save, isStopping, assertTime }: DeletionStep = ALONE,
): Promise<DeletionReport & { readonly total: number; readonly isDone: boolean }> => {
  const { organizationId, source, paths, isDeletingMissing: isComplete, isSilent, actor, fences } = settings;
  const done = previous?.deleted ?? 0;
  const accepted = previous?.stopped === null ? previous.missing - done : undefined;
  const reason = isComplete ? incompleteness(report) : undefined;
  const missing = new Map<SourcedKind, MissingRecords>();
  for (const kind of reason === undefined ? SOURCED_KINDS : []) {
    if (paths[kind] === undefined) continue;
    const scope = { reader: table.reader, organizationId, source, isComplete, onPage: assertTime };
    const each = await findMissing(kind, read, scope);
    missing.set(kind, each);
    print(
      `${isComplete ? 'Missing from' : 'Deleted in'} ${paths[kind]}: ${each.ids.length} of ` +
        `${each.brought} stored ${kind} from the source "${source}".`,
    );
  }
  const confirmedDeletions = accepted ?? settings.confirmedDeletions;
  const stopped = reason ?? objection([...missing.values()], { ...settings, confirmedDeletions }) ?? null;
  const found = [...missing.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  const result = { missing: Object.fromEntries(missing), deleted: done, stopped, total: found, isDone: true };
  // Whether the files are complete is known in a dry run, too.
  if (settings.isDryRun === true && missing.size > 0) {
    if (stopped !== null) print(`Without --dry-run, nothing would be deleted: ${stopped}`);
    return { ...result, stopped: null };
  }
  const isAccepted = accepted !== undefined && found <= accepted;
  if (stopped !== null && !isAccepted) {
    print(`Deleted nothing: ${stopped}`);
    return result;
  }
  const total = done + (isAccepted ? accepted : found);
  if (!isAccepted) await save({ missing: total, deleted: done, stopped: null });
  let [deleted, started, isDone] = [0, 0, true];
  for (const [kind, { ids }] of missing) {
    await forEachConcurrently(ids, CONCURRENCY, async (id) => {
      // A step that deletes nothing would be repeated for ever.
      if (isStopping() && started >= CONCURRENCY) {
        isDone = false;
        return;
      }
      started += 1;
      const address = { organizationId, kind: snakeOf(recordKindOf(kind)), id };
      const record = await deleteRecord(table, address, { actor, isSilent, fence: fences?.[kind] });
      deleted += Number(record !== undefined);
    });
  }
  if (deleted > 0) print(`Deleted: ${deleted}.`);
  // An earlier step whose process was lost has deleted those that are gone.
  if (!isDone) await save({ missing: total, deleted: total - found + deleted, stopped: null });
  return { ...result, deleted, stopped: null, total, isDone };
};

/** The ids of a dry run, each with its kind. */
export const missingIds = ({ missing }: Pick<DeletionReport, 'missing'>): readonly string[] =>
  SOURCED_KINDS.flatMap((kind) =>
    (missing[kind]?.ids ?? []).map((id) => `${nounOf(recordKindOf(kind))} ${id}`),
  );
