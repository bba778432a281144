import type { IMPORT_ROUTES } from '../../../shared/contract/import-routes.ts';
import { importMessageOf } from '../../../shared/imports/import-queue.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict, findImport, requireUnmodified } from './find-import.ts';
import { viewOfImport } from './import-view.ts';

/** Undos are rare. */
const undos = lazily(() => import('../../../shared/imports/undo/undo-import.ts'));

/**
 * Starts to delete what an import created. Of one that is being undone, it only sends the message again: the
 * first may not have been sent.
 */
export const createUndoImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.undoImport> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const { table, messages } = dependencies;
    const before = await findImport(dependencies, organizationId, id);
    let undoing = before;
    if (before.status !== 'undoing') {
      const { startUndo } = await undos();
      const started = await startUndo(table, before, actor);
      if (started.refusal !== undefined) throw conflict(started.refusal);
      undoing = requireUnmodified(started.undoing);
    }
    await messages.send(importMessageOf(undoing));
    return { status: 202, body: viewOfImport(undoing) };
  };
