import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import type { Import, ImportSettings } from '../../../shared/imports/import.ts';
import { readProfile } from '../../../shared/imports/import-profiles.ts';
import { IMPORTS } from '../../../shared/imports/import-repository.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { findImport, missingFile, requireObject } from './find-import.ts';

/** The importer takes longer to load than the rest of the function. */
const previews = lazily(() => import('../../../shared/imports/preview/preview-file.ts'));
const starts = lazily(() => import('../../../shared/imports/preview/file-start.ts'));

const isStarted = ({ status }: Import): boolean => status !== 'awaiting_upload' && status !== 'uploaded';

/**
 * Reads the settings of an import; before it has any, those of the profile that a dropped file would have.
 */
const settingsOf = async ({ table }: ImportDependencies, shown: Import): Promise<ImportSettings> => {
  if (isStarted(shown) || !isDeepStrictEqual(shown.settings, DEFAULT_SETTINGS)) return shown.settings;
  return (await readProfile(table.reader, shown))?.settings ?? shown.settings;
};

/** Shows how the columns and the first rows of the file would be read. Notes that the file was uploaded. */
export const createPreviewImport =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.previewImport> =>
  async ({ principal: { organizationId }, id }) => {
    const { table, bucket } = dependencies;
    const shown = await findImport(dependencies, organizationId, id);
    const { etag, size } = await requireObject(dependencies, shown);
    const [{ readFileStart }, { previewFile }, settings] = await Promise.all([
      starts(),
      previews(),
      settingsOf(dependencies, shown),
    ]);
    const start = await readFileStart((bytes) => bucket.readStart(shown.objectKey, bytes), size);
    if (start === undefined) throw missingFile(shown);
    // A concurrent change already knows that the file is there.
    if (shown.status === 'awaiting_upload') {
      await IMPORTS.change(table, shown, { status: 'uploaded', etag, size });
    }
    return { body: { ...(await previewFile({ ...shown, start, size, settings })), settings } };
  };
