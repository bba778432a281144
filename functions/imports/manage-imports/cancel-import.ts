import { cancelImport } from '../../../shared/imports/cancel-import.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import { readJobQueue } from '../../../shared/jobs/job-queue.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict, findImport, requireUnmodified } from './find-import.ts';
import { viewOfImport } from './import-view.ts';

/** Ends an import that waits or runs, and starts the next one of its kind. */
export const createCancelImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.cancelImport> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const { table, messages } = dependencies;
    const before = await findImport(dependencies, organizationId, id);
    if (before.status !== 'queued' && before.status !== 'running') {
      throw conflict('The import neither waits nor runs, so it cannot be canceled. Reload it.');
    }
    const canceled = requireUnmodified(await cancelImport(table, before, actor));
    const { first } = await readJobQueue(table.reader, IMPORTS.kind.lineOf(canceled));
    if (first !== undefined) await IMPORTS.start(messages, { ...canceled, id: first.id });
    return { body: viewOfImport(canceled) };
  };
