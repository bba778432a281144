import { readBatch } from '../../../shared/imports/batches/import-batch.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/data-api/imports.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { type BatchDependencies, showBatch } from '../batch-view.ts';
import { maySee } from '../key-source.ts';

export const createGetImport =
  (dependencies: BatchDependencies): DataHandler<typeof IMPORT_ROUTES.getImport> =>
  async ({ principal, id }) => {
    const found = await readBatch(dependencies.reader, principal.organizationId, id);
    const shown = found !== undefined && maySee(principal, found.source) ? found : undefined;
    return { body: await showBatch(dependencies, requireFound(shown, 'import'), new Date()) };
  };
