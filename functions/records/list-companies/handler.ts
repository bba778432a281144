import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../../shared/contract/routes.ts';
import { createCompanies } from '../../../shared/records/collections/collections.ts';
import { companyLookup } from '../../../shared/records/lookups/record-lookup.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { collectionPage } from '../../http/collection-page.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { lookupPage } from '../../http/lookup-page.ts';

export const createListCompanies =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): DataHandler<typeof ROUTES.listCompanies, ResponseBody<'listCompanies'>> =>
  async (request) => {
    const { organizationId } = request.principal;
    const lookup = companyLookup(reader, organizationId, request.query);
    if (lookup !== undefined) return lookupPage(lookup, 'companies', request, (resource) => resource);
    const collection = createCompanies(reader, organizationId);
    return collectionPage(collection, request, ['companies', organizationId], (resource) => resource);
  };
