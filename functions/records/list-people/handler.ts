import { missingPermissions } from '../../../shared/contract/problems.ts';
import { PERSON } from '../../../shared/kinds/person.ts';
import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createListRecords } from '../plain-records.ts';
import type { RecordHandler } from '../record-function.ts';

const createListAll = createListRecords(RECORD_ROUTES.listPeople, {
  kind: 'person',
  fields: PERSON.fields,
  loadLookups: () => import('../../../shared/records/lookups/person-lookup.ts'),
});

export const createListPeople = (dependencies: {
  readonly reader: TableReader;
}): RecordHandler<typeof RECORD_ROUTES.listPeople> => {
  const list = createListAll(dependencies);
  return async (request) => {
    const { principal, query } = request;
    if (query.callListId !== undefined && !principal.permissions.has('call-list:read')) {
      throw missingPermissions(['call-list:read'], 'a lookup by `callListId`');
    }
    return list(request);
  };
};
