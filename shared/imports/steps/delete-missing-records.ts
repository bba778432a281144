import { makeDeletions, planDeletions } from '../../importing/missing/delete-missing.ts';
import type { ReadRecords } from '../../importing/missing/find-missing.ts';
import type { ImportReport } from '../../importing/run/import-report.ts';
import type { Table } from '../../table/table.ts';
import type { Import, ImportDeletions } from '../import.ts';

/** How an import ends after the deletions. */
export interface DeletionOutcome {
  readonly status: 'completed' | 'awaiting_confirmation';
  readonly deletions: ImportDeletions;
}

/**
 * Deletes the records that the source of an import brought and its file no longer holds. Can be interrupted
 * and repeated: once the number is accepted, a repetition deletes the rest.
 *
 * @param read what the file holds
 * @param accept stores the accepted number before the first deletion
 */
export const deleteMissingRecords = async (
  table: Table,
  { organizationId, kind, source, fileName, settings, startedBy, confirmedDeletions, deletions }: Import,
  report: ImportReport,
  read: ReadRecords,
  accept: (deletions: ImportDeletions) => Promise<void>,
): Promise<DeletionOutcome> => {
  const deletionSettings = {
    organizationId,
    source,
    paths: { [kind]: fileName },
    isSilent: settings.isSilent,
    confirmedDeletions: confirmedDeletions ?? undefined,
    confirmation: (count: number) => `Confirm the deletion of ${count} records.`,
    actor: startedBy,
  };
  const plan = await planDeletions(deletionSettings, report, read, table);
  const found = [...plan.missing.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  const isAccepted = deletions !== null && deletions.stopped === null;
  if (plan.stopped !== null && !isAccepted) {
    return {
      // A file that may not be complete cannot be confirmed.
      status: plan.missing.size > 0 ? 'awaiting_confirmation' : 'completed',
      deletions: { missing: found, deleted: 0, stopped: plan.stopped },
    };
  }
  const missing = isAccepted ? deletions.missing : found;
  if (!isAccepted) await accept({ missing, deleted: 0, stopped: null });
  await makeDeletions(table, deletionSettings, plan.missing);
  return { status: 'completed', deletions: { missing, deleted: missing, stopped: null } };
};
