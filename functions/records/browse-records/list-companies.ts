import type { RECORD_ROUTES } from '../../../shared/contract/record-routes.ts';
import { createCompanies } from '../../../shared/records/collections/collections.ts';
import { companyLookup } from '../../../shared/records/lookups/record-lookup.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-function.ts';
import { collectionPage } from '../../http/collection-page.ts';
import { lookupPage } from '../../http/lookup-page.ts';
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
