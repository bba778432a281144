import type { IMPORT_ROUTES } from '../../../shared/contract/import-routes.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { rejectsKeyOf, reportKeyOf } from '../../../shared/imports/object-keys.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { findImport } from './find-import.ts';

/** Links to what an import wrote next to its file. */
export const createGetImportFiles =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.getImportFiles> =>
  async ({ principal: { organizationId }, id }) => {
    const { bucket } = dependencies;
    const { objectKey, fileName } = await findImport(dependencies, organizationId, id);
    // Dropped files may lie in folders.
    const baseName = fileName.slice(fileName.lastIndexOf('/') + 1);
    const linkTo = async (keyOf: (objectKey: string, importId?: string) => string) => {
      const [key, name] = [keyOf(objectKey, id), keyOf(baseName)];
      const { url, expiresAt } = bucket.downloadUrl(key, name);
      const isThere = (await bucket.find(key)) !== undefined;
      return { expiresAt, link: isThere ? { fileName: name, url } : null };
    };
    const [report, rejects] = await Promise.all([linkTo(reportKeyOf), linkTo(rejectsKeyOf)]);
    return {
      body: { expiresAt: timestampOf(report.expiresAt), report: report.link, rejects: rejects.link },
    };
  };
