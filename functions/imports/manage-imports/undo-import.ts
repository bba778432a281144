import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict, findImport, startQueued } from './find-import.ts';
import { viewOfImport } from './import-view.ts';

/** Undos are rare. */
const undos = lazily(() => import('../../../shared/imports/undo/undo-import.ts'));

/** Starts to delete what an import created. Does nothing to one that is being undone. */
export const createUndoImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.undoImport> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const before = await findImport(dependencies, organizationId, id);
    if (before.status === 'undoing') return { status: 202, body: viewOfImport(before) };
    const { startUndo } = await undos();
    const started = await startUndo(dependencies.table, before, actor);
    if (started.refusal !== undefined) throw conflict(started.refusal);
    return startQueued(dependencies, started.undoing);
  };
