import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../../shared/contract/routes.ts';
import { createCallListEntries } from '../../../shared/records/collections/collections.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { collectionPage } from '../../http/collection-page.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { viewsFor } from '../../http/key-principal.ts';

export const createListCallListEntries =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): DataHandler<typeof ROUTES.listCallListEntries, ResponseBody<'listCallListEntries'>> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { callListId } = request.query;
    const collection = createCallListEntries(reader, organizationId, callListId);
    const scope = ['all-call-list-entries', organizationId, callListId];
    return collectionPage(collection, request, scope, viewsFor(request.principal).entry);
  };
