import { isUuid } from '../../../shared/domain/uuid.ts';
import type { Export } from '../../../shared/exports/export.ts';
import { listExports } from '../../../shared/exports/export-repository.ts';
import type { EXPORT_ROUTES } from '../../../shared/operations/data-api/exports.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { DataHandler } from '../../http/data-api.ts';
import type { DataPrincipal } from '../../http/data-principal.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import type { HttpResponse } from '../../http/response.ts';
import { isShownTo, viewOfExport } from '../export-view.ts';

interface ListRequest {
  readonly principal: DataPrincipal;
  readonly query: { readonly limit: number; readonly cursor: string | undefined };
  urlWith(parameter: string, value: string): string;
}

/**
 * A page of the exports that the caller may download. Others leave gaps.
 *
 * @param view how the caller sees one
 */
export const exportPage = async <V>(
  reader: TableReader,
  request: ListRequest,
  view: (item: Export, now: Date) => V,
): Promise<HttpResponse<{ readonly items: readonly V[]; readonly nextCursor?: string }>> => {
  const { organizationId, permissions } = request.principal;
  const { limit, cursor } = request.query;
  const scope = ['exports', organizationId];
  const after = positionOf(scope, cursor, (text) => (isUuid(text) ? text : undefined));
  const found = await listExports(reader, organizationId, { limit: limit + 1, after });
  const page = found.slice(0, limit);
  const next = nextPage(scope, found.length > limit ? page.at(-1)?.id : undefined, request);
  const now = new Date();
  const items = page.filter(isShownTo(permissions)).map((each) => view(each, now));
  return { body: { items, ...next.body }, headers: next.headers };
};

export const createListExports =
  ({
    reader,
    bucket,
  }: {
    readonly reader: TableReader;
    readonly bucket: Pick<Bucket, 'downloadUrl'>;
  }): DataHandler<typeof EXPORT_ROUTES.listExports> =>
  (request) =>
    exportPage(reader, request, (item, now) => viewOfExport(bucket, item, now));
