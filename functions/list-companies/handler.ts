import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../shared/contract/routes.ts';
import { companyLookup } from '../../shared/lookups/record-lookup.ts';
import { createCompanies } from '../../shared/table/collections/collections.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { collectionPage } from '../middleware/collection-page.ts';
import { lookupPage } from '../middleware/lookup-page.ts';
import type { RouteHandler } from '../middleware/route-function.ts';

export const createListCompanies =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): RouteHandler<typeof ROUTES.listCompanies, ResponseBody<'listCompanies'>> =>
  async (request) => {
    const { organizationId } = request.principal;
    const lookup = companyLookup(reader, organizationId, request.query);
    if (lookup !== undefined) return lookupPage(lookup, 'companies', request, (resource) => resource);
    const collection = createCompanies(reader, organizationId);
    return collectionPage(collection, request, ['companies', organizationId], (resource) => resource);
  };
