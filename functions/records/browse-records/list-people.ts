import type { RECORD_ROUTES } from '../../../shared/contract/record-routes.ts';
import { createPeople } from '../../../shared/records/collections/collections.ts';
import { personLookup } from '../../../shared/records/lookups/record-lookup.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-function.ts';
import { collectionPage } from '../../http/collection-page.ts';
import { lookupPage } from '../../http/lookup-page.ts';
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
