import { listBatches } from '../../../shared/imports/batches/import-batch.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/data-api/imports.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { type BatchDependencies, viewOfBatch } from '../batch-view.ts';
import { sourceOfKey } from '../key-source.ts';

/** A page of the imports by key: those of its source, if the key is bound to one. */
export const createListImports =
  (dependencies: BatchDependencies): DataHandler<typeof IMPORT_ROUTES.listImports> =>
  async (request) => {
    const { principal, query } = request;
    const { organizationId } = principal;
    const source = sourceOfKey(principal);
    const scope = ['key-imports', organizationId, source ?? ''];
    const position = positionOf(scope, query.cursor, collectionPosition());
    const { batches, next } = await listBatches(
      dependencies.reader,
      { organizationId, source },
      { limit: query.limit, position },
    );
    const following = nextPage(scope, next, request);
    const now = new Date();
    const items = await Promise.all(
      batches.map(async (each) => (await viewOfBatch(dependencies, each, now)).view),
    );
    return { body: { items, ...following.body }, headers: following.headers };
  };
