import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../shared/contract/routes.ts';
import { personLookup } from '../../shared/lookups/record-lookup.ts';
import { createPeople } from '../../shared/table/collections/collections.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { collectionPage } from '../middleware/collection-page.ts';
import { lookupPage } from '../middleware/lookup-page.ts';
import type { RouteHandler } from '../middleware/route-function.ts';

export const createListPeople =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): RouteHandler<typeof ROUTES.listPeople, ResponseBody<'listPeople'>> =>
  async (request) => {
    const { organizationId } = request.principal;
    const lookup = personLookup(reader, organizationId, request.query);
    if (lookup !== undefined) return lookupPage(lookup, 'people', request);
    const collection = createPeople(reader, organizationId);
    return collectionPage(collection, request, ['people', organizationId], (resource) => resource);
  };
