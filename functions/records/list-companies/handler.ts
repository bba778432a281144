import { COMPANY_LOOKUPS } from '../../../shared/contract/records/record-lookups.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createCompanies } from '../../../shared/records/collections/collections.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { collectionPage } from '../../http/collection-page.ts';
import { isLookup, lookupPage } from '../../http/lookup-page.ts';
import type { RecordHandler } from '../record-function.ts';

export const createListCompanies =
  ({ reader }: { readonly reader: TableReader }): RecordHandler<typeof RECORD_ROUTES.listCompanies> =>
  async (request) => {
    const { organizationId } = request.principal;
    if (isLookup(request.query, COMPANY_LOOKUPS)) {
      const { companyLookup } = await import('../../../shared/records/lookups/company-lookup.ts');
      return lookupPage(
        companyLookup(reader, organizationId, request.query),
        'companies',
        request,
        (resource) => resource,
      );
    }
    const collection = createCompanies(reader, organizationId);
    return collectionPage(collection, request, ['companies', organizationId], (resource) => resource);
  };
