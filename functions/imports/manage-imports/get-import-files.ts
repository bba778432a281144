import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { rejectsKeyOf, reportKeyOf } from '../../../shared/imports/object-keys.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { readFirstRejects } from '../first-rejects.ts';
import type { ImportDependencies } from './dependencies.ts';
import { findImport } from './find-import.ts';

/** Links to what an import wrote next to its file, and the first rejected rows. */
export const createGetImportFiles =
  (dependencies: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.getImportFiles> =>
  async ({ principal: { organizationId }, id }) => {
    const { bucket } = dependencies;
    const found = await findImport(dependencies, organizationId, id);
    const { objectKey, fileName, progress } = found;
    // Dropped files may lie in folders.
    const baseName = fileName.slice(fileName.lastIndexOf('/') + 1);
    const linkTo = async (keyOf: (objectKey: string, importId?: string) => string) => {
      const [key, name] = [keyOf(objectKey, id), keyOf(baseName)];
      const { url, expiresAt } = bucket.downloadUrl(key, name);
      const isThere = (await bucket.find(key)) !== undefined;
      return { expiresAt, link: isThere ? { fileName: name, url } : null };
    };
    const format = progress?.rejectsFormat ?? 'csv';
    const [report, rejected, first] = await Promise.all([
      linkTo(reportKeyOf),
      linkTo((key, importId) => rejectsKeyOf(key, format, importId)),
      readFirstRejects(bucket, found),
    ]);
    return {
      body: {
        expiresAt: timestampOf(report.expiresAt),
        report: report.link,
        rejects: rejected.link,
        firstRejects: [...first],
      },
    };
  };
