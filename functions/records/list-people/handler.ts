import { missingPermissions } from '../../../shared/contract/problems.ts';
import { PERSON, PERSON_LOOKUPS } from '../../../shared/kinds/person.ts';
import { listRoute } from '../../../shared/operations/data-api/record-routes.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createListRecords } from '../list-records.ts';
import type { RecordHandler } from '../record-function.ts';

export const LIST_PEOPLE = listRoute('person', PERSON_LOOKUPS);

const createListAll = createListRecords(LIST_PEOPLE, {
  kind: 'person',
  fields: PERSON.fields,
  loadLookups: () => import('../../../shared/records/lookups/person-lookup.ts'),
});

export const createListPeople = (dependencies: {
  readonly reader: TableReader;
}): RecordHandler<typeof LIST_PEOPLE> => {
  const list = createListAll(dependencies);
  return async (request) => {
    const { principal, query } = request;
    if (query.callListId !== undefined && !principal.permissions.has('call-list:read')) {
      throw missingPermissions(['call-list:read'], 'a lookup by `callListId`');
    }
    return list(request);
  };
};
