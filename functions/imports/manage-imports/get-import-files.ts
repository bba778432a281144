import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { rejectPartKey, rejectsKeyOf, reportKeyOf } from '../../../shared/imports/object-keys.ts';
import type { FirstReject } from '../../../shared/imports/preview/first-rejects.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import type { ImportDependencies } from './dependencies.ts';
import { findImport } from './find-import.ts';

/** The parser of CSV files takes longer to load than the rest of the function. */
const rejects = lazily(() => import('../../../shared/imports/preview/first-rejects.ts'));

/** Parts that are read while an import runs. It writes one about every three seconds. */
const MAX_PARTS = 5;

/** The first rejected rows, also while the import runs. */
const readFirstRejects = async (
  { bucket }: ImportDependencies,
  { id, organizationId, objectKey, progress, finishedAt }: Import,
): Promise<readonly FirstReject[]> => {
  if (progress === null || progress.rejectParts === 0) return [];
  const { FIRST_REJECTS_BYTES, firstRejects } = await rejects();
  const parts = Array.from({ length: Math.min(progress.rejectParts, MAX_PARTS) }, (_, part) =>
    rejectPartKey({ id, organizationId }, part),
  );
  const keys = finishedAt === null ? parts : [rejectsKeyOf(objectKey, progress.rejectsFormat, id)];
  const starts = await Promise.all(keys.map((key) => bucket.readStart(key, FIRST_REJECTS_BYTES)));
  // What follows an incomplete part does not continue it.
  const cut = starts.findIndex((start) => start === undefined || start.length === FIRST_REJECTS_BYTES);
  const whole = cut === -1 ? starts : starts.slice(0, cut + 1);
  return firstRejects(Buffer.concat(whole.flatMap((start) => start ?? [])), progress.rejectsFormat);
};

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
      readFirstRejects(dependencies, found),
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
