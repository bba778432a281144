import { readExport } from '../../../shared/exports/export-repository.ts';
import type { EXPORT_ROUTES } from '../../../shared/operations/data-api/exports.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { isShownTo, viewOfExport } from '../export-view.ts';

export const createGetExport =
  ({
    reader,
    bucket,
  }: {
    readonly reader: TableReader;
    readonly bucket: Pick<Bucket, 'downloadUrl'>;
  }): DataHandler<typeof EXPORT_ROUTES.getExport> =>
  async ({ principal: { organizationId, permissions }, id }) => {
    const found = await readExport(reader, organizationId, id);
    const shown = found !== undefined && isShownTo(permissions)(found) ? found : undefined;
    return { body: viewOfExport(bucket, requireFound(shown, 'export'), new Date()) };
  };
