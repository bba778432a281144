import { camelOf } from '../../kinds/names.ts';
import type { Table } from '../../table/table.ts';
import type { WriteFence } from '../../table/write-fence.ts';
import type { Import, ImportDeletions } from '../import.ts';
import { makeDeletions, planDeletions } from '../reader/missing/delete-missing.ts';
import type { ReadRecords } from '../reader/missing/find-missing.ts';
import type { ImportReport } from '../reader/run/import-report.ts';

/** What the deletions need of the step that makes them. */
export interface DeletionStep {
  /** Stores the deletions so far; the accepted number before the first one. */
  readonly save: (deletions: ImportDeletions) => Promise<void>;
  /** Whether the next step should continue. Throws if another invocation took the lease. */
  readonly isStopping: () => boolean;
  /** Throws if the step has no time left to find what is missing. */
  readonly assertTime: () => void;
  readonly fence: WriteFence;
}

/** How an import ends after the deletions. */
export interface DeletionOutcome {
  readonly status: 'completed' | 'awaiting_confirmation';
  readonly deletions: ImportDeletions;
}

/**
 * Deletes the records that the source of an import brought and its file no longer holds. Can be interrupted
 * and repeated: once the number is accepted, a repetition deletes the rest. If more are missing by then, it
 * waits for another confirmation.
 *
 * @param read what the file holds
 * @returns `undefined` if deletions are left for the next step
 */
export const deleteMissingRecords = async (
  table: Table,
  { organizationId, kind, source, fileName, settings, startedBy, confirmedDeletions, deletions }: Import,
  report: ImportReport,
  read: ReadRecords,
  { save, isStopping, assertTime, fence }: DeletionStep,
): Promise<DeletionOutcome | undefined> => {
  const done = deletions?.deleted ?? 0;
  const accepted = deletions?.stopped === null ? deletions.missing - done : undefined;
  const deletionSettings = {
    organizationId,
    source,
    paths: { [camelOf(kind)]: fileName },
    isSilent: settings.isSilent,
    isDeletingMissing: settings.isDeletingMissing,
    confirmedDeletions: accepted ?? confirmedDeletions ?? undefined,
    confirmation: (count: number) => `Confirm the deletion of ${count} records.`,
    actor: startedBy,
    fences: { [camelOf(kind)]: fence },
  };
  const plan = await planDeletions(deletionSettings, report, read, table, { onPage: assertTime });
  const found = [...plan.missing.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  const isAccepted = accepted !== undefined && found <= accepted;
  if (plan.stopped !== null && !isAccepted) {
    return {
      // A file that may not be complete cannot be confirmed.
      status: plan.missing.size > 0 ? 'awaiting_confirmation' : 'completed',
      deletions: { missing: found, deleted: done, stopped: plan.stopped },
    };
  }
  const missing = done + (isAccepted ? accepted : found);
  if (!isAccepted) await save({ missing, deleted: done, stopped: null });
  const { deleted, isComplete } = await makeDeletions(table, deletionSettings, plan.missing, isStopping);
  if (!isComplete) {
    // An earlier step whose process was lost has deleted those that are gone.
    await save({ missing, deleted: missing - found + deleted, stopped: null });
    return undefined;
  }
  return { status: 'completed', deletions: { missing, deleted: missing, stopped: null } };
};
