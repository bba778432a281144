import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireSettings } from '../require-settings.ts';
import type { ImportDependencies } from './dependencies.ts';
import { findImport, missingFile, requireObject } from './find-import.ts';

/** The importer takes longer to load than the rest of the function. */
const checks = lazily(() => import('../../../shared/imports/preview/check-file.ts'));
const starts = lazily(() => import('../../../shared/imports/preview/file-start.ts'));

/** How long a check reads, in milliseconds: the function has 25 seconds. */
const CHECK_MILLISECONDS = 20_000;

/** Says what an import of the uploaded file with these settings would do, without writing anything. */
export const createCheckImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.checkImport> =>
  async ({ principal: { organizationId }, id, body: { settings } }) => {
    const deadline = Date.now() + CHECK_MILLISECONDS;
    const { table, bucket } = dependencies;
    const shown = await findImport(dependencies, organizationId, id);
    await requireSettings(shown.kind, settings);
    const { size } = await requireObject(dependencies, shown);
    const [{ readFileStart }, { checkFile }] = await Promise.all([starts(), checks()]);
    const start = await readFileStart((bytes) => bucket.readStart(shown.objectKey, bytes), size);
    if (start === undefined) throw missingFile(shown);
    return { body: await checkFile(table, { ...shown, settings, start, size }, deadline) };
  };
