import { recordEntry } from '../../audit-log/audit-entry.ts';
import type { Actor } from '../../contract/audit-log/audit-log.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import type { Table } from '../../table/table.ts';
import type { Import } from '../import.ts';
import { IMPORTS } from '../import-repository.ts';
import { readSourceState } from '../source-state.ts';
import { undoRefusal } from './undo-refusal.ts';

/** What became of the request to undo an import. */
interface UndoStart {
  /** Why it cannot be undone, and what to do. */
  readonly refusal?: string;
  /** The changed import; absent if it was modified since it was read. */
  readonly undoing?: Import | undefined;
}

/**
 * Adds the undo of an import to the end of the queue of its kind, unless it cannot be undone. The caller then
 * sends its message.
 */
export const startUndo = async (table: Table, before: Import, actor: Actor): Promise<UndoStart> => {
  const refusal = await undoRefusal(table.reader, before);
  if (refusal !== undefined) return { refusal };
  const at = timestampOf(new Date());
  const state = await readSourceState(table.reader, before);
  const undo = {
    startedBy: actor,
    startedAt: at,
    finishedAt: null,
    deleted: before.undo?.deleted ?? 0,
    problem: null,
    statusBefore: before.status,
    lastImportId: state?.importId ?? null,
  };
  const { organizationId, id, kind, source, fileName } = before;
  const undoing = await IMPORTS.change(table, before, { status: 'undoing', queuedAt: at, undo }, [
    recordEntry(
      'import.undo_started',
      { organizationId, at, actor, targetId: id },
      { kind, source, file: fileName },
    ),
  ]);
  return { undoing };
};
