import { listImports } from '../../../shared/imports/import-repository.ts';
import { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import { type AdminOperation, forAdminsTo } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { createCancelImport } from './cancel-import.ts';
import { createCheckImport } from './check-import.ts';
import { createConfirmDeletions } from './confirm-deletions.ts';
import { createCreateImport } from './create-import.ts';
import type { ImportDependencies } from './dependencies.ts';
import { findImport } from './find-import.ts';
import { createGetImportFiles } from './get-import-files.ts';
import { createDeleteProfile, createListProfiles, createPutProfile } from './import-profiles.ts';
import { viewOfImport, withProgress } from './import-view.ts';
import { createPreviewImport } from './preview-import.ts';
import { createRepeatImport } from './repeat-import.ts';
import { createStartImport } from './start-import.ts';
import { createUndoImport } from './undo-import.ts';

/** Files hold all of the organization's data and change it, so only admins see and import them. */
const forAdmins = forAdminsTo('import data');

export const createOperations = (dependencies: ImportDependencies): readonly AdminOperation[] => [
  forAdmins(IMPORT_ROUTES.listImports, async (request) => {
    const { organizationId } = request.principal;
    const { kind, status, sort, limit, cursor } = request.query;
    const scope = ['imports', organizationId, kind, sort, ...[...status].sort()];
    const position = positionOf(scope, cursor, collectionPosition());
    const { reader } = dependencies.table;
    const selection = { organizationId, kind, ...(status.size > 0 && { statuses: status }) };
    const order = { limit, position, isOldestFirst: sort === 'createdAt' };
    const page = await listImports(reader, selection, order);
    const next = nextPage(scope, page.next, request);
    const imports = await Promise.all(page.imports.map((each) => withProgress(reader, each)));
    return { body: { items: imports.map(viewOfImport), ...next.body }, headers: next.headers };
  }),
  forAdmins(IMPORT_ROUTES.createImport, createCreateImport(dependencies)),
  forAdmins(IMPORT_ROUTES.getImport, async ({ principal: { organizationId }, id }) => {
    const found = await findImport(dependencies, organizationId, id);
    return { body: viewOfImport(await withProgress(dependencies.table.reader, found)) };
  }),
  forAdmins(IMPORT_ROUTES.previewImport, createPreviewImport(dependencies)),
  forAdmins(IMPORT_ROUTES.checkImport, createCheckImport(dependencies)),
  forAdmins(IMPORT_ROUTES.startImport, createStartImport(dependencies)),
  forAdmins(IMPORT_ROUTES.repeatImport, createRepeatImport(dependencies)),
  forAdmins(IMPORT_ROUTES.confirmImportDeletions, createConfirmDeletions(dependencies)),
  forAdmins(IMPORT_ROUTES.undoImport, createUndoImport(dependencies)),
  forAdmins(IMPORT_ROUTES.cancelImport, createCancelImport(dependencies)),
  forAdmins(IMPORT_ROUTES.getImportFiles, createGetImportFiles(dependencies)),
  forAdmins(IMPORT_ROUTES.listImportProfiles, createListProfiles(dependencies)),
  forAdmins(IMPORT_ROUTES.putImportProfile, createPutProfile(dependencies)),
  forAdmins(IMPORT_ROUTES.deleteImportProfile, createDeleteProfile(dependencies)),
];
