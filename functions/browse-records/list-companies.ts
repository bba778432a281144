import type { RECORD_ROUTES } from '../../shared/contract/record-routes.ts';
import { companyLookup } from '../../shared/lookups/record-lookup.ts';
import { createCompanies } from '../../shared/table/collections/collections.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { collectionPage } from '../middleware/collection-page.ts';
import { lookupPage } from '../middleware/lookup-page.ts';
import { adminPage, LATEST_CHANGE_FIRST } from './admin-page.ts';

/** A page of companies the latest change first, or those that a lookup finds. */
export const createListCompanies =
  (reader: TableReader): AdminHandler<typeof RECORD_ROUTES.listCompanies> =>
  async ({ principal, query, urlWith }) => {
    const { organizationId } = principal;
    const lookup = companyLookup(reader, organizationId, query);
    if (lookup !== undefined)
      return adminPage(
        await lookupPage(lookup, 'companies', { principal, query, urlWith }, (resource) => resource),
      );
    return adminPage(
      await collectionPage(
        createCompanies(reader, organizationId),
        { principal, query: { ...query, ...LATEST_CHANGE_FIRST }, urlWith },
        ['companies', organizationId],
        (company) => company,
      ),
    );
  };
