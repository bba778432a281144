import { CONTACT_PERMISSION } from '../../../shared/contract/keys/permissions.ts';
import { missingPermissions } from '../../../shared/contract/problems.ts';
import { PERSON_LOOKUPS } from '../../../shared/contract/records/record-lookups.ts';
import { viewOf } from '../../../shared/kinds/contact-details.ts';
import { PERSON } from '../../../shared/kinds/person.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createPeople } from '../../../shared/records/collections/collections.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { collectionPage } from '../../http/collection-page.ts';
import { seesContactDetails } from '../../http/data-principal.ts';
import { isLookup, lookupPage } from '../../http/lookup-page.ts';
import type { RecordHandler, RecordRequest } from '../record-function.ts';

/** A lookup by a value that the key may not see would confirm guesses. */
const requireContactPermission = ({
  principal,
  query,
}: RecordRequest<typeof RECORD_ROUTES.listPeople>): void => {
  const name = (['email', 'phone'] as const).find((each) => query[each] !== undefined);
  if (name === undefined || principal.permissions.has(CONTACT_PERMISSION)) return;
  throw missingPermissions([CONTACT_PERMISSION], `a lookup by \`${name}\``);
};

export const createListPeople =
  ({ reader }: { readonly reader: TableReader }): RecordHandler<typeof RECORD_ROUTES.listPeople> =>
  async (request) => {
    requireContactPermission(request);
    const { organizationId, permissions } = request.principal;
    if (request.query.callListId !== undefined && !permissions.has('call-list:read')) {
      throw missingPermissions(['call-list:read'], 'a lookup by `callListId`');
    }
    const view = viewOf(PERSON.fields, seesContactDetails(request.principal));
    if (isLookup(request.query, PERSON_LOOKUPS)) {
      const { personLookup } = await import('../../../shared/records/lookups/person-lookup.ts');
      return lookupPage(personLookup(reader, organizationId, request.query), 'people', request, view);
    }
    const collection = createPeople(reader, organizationId);
    return collectionPage(collection, request, ['people', organizationId], view);
  };
