import { CONTACT_PERMISSION } from '../../shared/contract/permissions.ts';
import { missingPermissions } from '../../shared/contract/problems.ts';
import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { ROUTES } from '../../shared/contract/routes.ts';
import { personLookup } from '../../shared/lookups/record-lookup.ts';
import { createPeople } from '../../shared/table/collections/collections.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { collectionPage } from '../middleware/collection-page.ts';
import { lookupPage } from '../middleware/lookup-page.ts';
import { viewsFor } from '../middleware/principal.ts';
import type { RouteHandler } from '../middleware/route-function.ts';
import type { RouteRequest } from '../middleware/route-request.ts';

/** A lookup by a value that the key may not see would confirm guesses. */
const requireContactPermission = ({ principal, query }: RouteRequest<typeof ROUTES.listPeople>): void => {
  const name = (['email', 'phone'] as const).find((each) => query[each] !== undefined);
  if (name === undefined || principal.permissions.has(CONTACT_PERMISSION)) return;
  throw missingPermissions([CONTACT_PERMISSION], `a lookup by \`${name}\``);
};

export const createListPeople =
  ({
    reader,
  }: {
    readonly reader: TableReader;
  }): RouteHandler<typeof ROUTES.listPeople, ResponseBody<'listPeople'>> =>
  async (request) => {
    requireContactPermission(request);
    const { organizationId } = request.principal;
    const view = viewsFor(request.principal).person;
    const lookup = personLookup(reader, organizationId, request.query);
    if (lookup !== undefined) return lookupPage(lookup, 'people', request, view);
    const collection = createPeople(reader, organizationId);
    return collectionPage(collection, request, ['people', organizationId], view);
  };
