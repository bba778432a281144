import {
  findMissing,
  type MissingRecords,
  type ReadRecords,
  SOURCED_KINDS,
  type SourcedKind,
} from '../../../shared/importing/missing/find-missing.ts';
import type { ImportReport } from '../../../shared/importing/run/import-report.ts';
import { totalOf } from '../../../shared/importing/run/import-report.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import type { Table } from '../../../shared/table/table.ts';
import { operator } from '../support/operator.ts';
import type { ImportCommand } from './options.ts';

/** Deletions that need no confirmation, as a share of the stored records of the source. */
const UNCONFIRMED_SHARE = 0.1;

/** Records deleted concurrently. */
const CONCURRENCY = 8;

const KINDS = { people: 'person', companies: 'company' } as const;

/** What became of the records that a file no longer holds. */
export interface DeletionReport {
  /** Per kind of file, with the ids. */
  readonly missing: Readonly<Partial<Record<SourcedKind, MissingRecords>>>;
  readonly deleted: number;
  /** Why nothing was deleted; null if that was not in question. */
  readonly stopped: string | null;
}

/** Why the files may not be complete; undefined if they may. */
const incompleteness = (report: ImportReport): string | undefined => {
  const rejected = totalOf(report, 'rejected');
  if (rejected > 0) {
    const rows = rejected === 1 ? '1 row was' : `${rejected} rows were`;
    return `${rows} rejected, so the files are not known to be complete. Correct the rows and repeat the import.`;
  }
  const [empty] = report.filesWithoutRows;
  return empty === undefined ? undefined : `${empty} has no rows, so it is not known to be complete.`;
};

/** Why the deletions are not made; undefined if they may be. */
const objection = (
  missing: readonly MissingRecords[],
  { confirmedDeletions }: ImportCommand,
): string | undefined => {
  const total = missing.reduce((sum, { ids }) => sum + ids.length, 0);
  const confirm = `Check them with --dry-run, then confirm with --confirm-deletions ${total}.`;
  if (confirmedDeletions !== undefined) {
    if (confirmedDeletions === total) return undefined;
    return `${total} records would be deleted, not ${confirmedDeletions}. ${confirm}`;
  }
  const isLarge = missing.some(({ ids, brought }) => ids.length > brought * UNCONFIRMED_SHARE);
  return isLarge ? `More than 10 % of the records of this source would be deleted. ${confirm}` : undefined;
};

/**
 * Deletes the people and companies that the source brought and that its complete files no longer hold. Prints how many
 * first, and only the numbers in a dry run.
 *
 * @param read what the files hold
 */
export const deleteMissing = async (
  command: ImportCommand,
  report: ImportReport,
  read: ReadRecords,
  table: Table,
  print: (message: string) => void,
): Promise<DeletionReport> => {
  const reason = incompleteness(report);
  if (reason !== undefined) {
    print(`Deleted nothing: ${reason}`);
    return { missing: {}, deleted: 0, stopped: reason };
  }
  const { organizationId, source, isSilent, paths } = command;
  const missing = new Map<SourcedKind, MissingRecords>();
  for (const kind of SOURCED_KINDS) {
    if (paths[kind] === undefined) continue;
    const found = await findMissing(kind, read, { reader: table.reader, organizationId, source });
    missing.set(kind, found);
    print(
      `Missing from ${paths[kind]}: ${found.ids.length} of ${found.brought} stored ${kind} of the source "${source}".`,
    );
  }
  const result = { missing: Object.fromEntries(missing), deleted: 0, stopped: null };
  const stopped = objection([...missing.values()], command);
  if (command.isDryRun) {
    if (stopped !== undefined) print(`Without --dry-run, nothing would be deleted: ${stopped}`);
    return result;
  }
  if (stopped !== undefined) {
    print(`Deleted nothing: ${stopped}`);
    return { ...result, stopped };
  }
  let deleted = 0;
  const options = { actor: operator(), isSilent };
  for (const [kind, { ids }] of missing) {
    await forEachConcurrently(ids, CONCURRENCY, async (id) => {
      const record = await deleteRecord(table, { organizationId, kind: KINDS[kind], id }, options);
      deleted += Number(record !== undefined);
    });
  }
  if (deleted > 0) print(`Deleted: ${deleted}.`);
  return { ...result, deleted };
};

/** The ids of a dry run, one a line. */
export const missingIdsText = ({ missing }: DeletionReport): string =>
  SOURCED_KINDS.flatMap((kind) => (missing[kind]?.ids ?? []).map((id) => `${KINDS[kind]} ${id}`)).join('\n');
