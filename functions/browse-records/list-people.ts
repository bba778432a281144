import type { RECORD_ROUTES } from '../../shared/contract/record-routes.ts';
import { personLookup } from '../../shared/lookups/record-lookup.ts';
import { createPeople } from '../../shared/table/collections/collections.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { collectionPage } from '../middleware/collection-page.ts';
import { lookupPage } from '../middleware/lookup-page.ts';
import { adminPage, LATEST_CHANGE_FIRST } from './admin-page.ts';

/** A page of people the latest change first, or those whom a lookup finds. */
export const createListPeople =
  (reader: TableReader): AdminHandler<typeof RECORD_ROUTES.listPeople> =>
  async ({ principal, query, urlWith }) => {
    const { organizationId } = principal;
    const lookup = personLookup(reader, organizationId, query);
    if (lookup !== undefined)
      return adminPage(
        await lookupPage(lookup, 'people', { principal, query, urlWith }, (resource) => resource),
      );
    return adminPage(
      await collectionPage(
        createPeople(reader, organizationId),
        { principal, query: { ...query, ...LATEST_CHANGE_FIRST }, urlWith },
        ['people', organizationId],
        (person) => person,
      ),
    );
  };
