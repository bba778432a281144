import { CALL, CALL_LOOKUPS } from '../../../shared/kinds/call.ts';
import { listRoute } from '../../../shared/operations/data-api/record-routes.ts';
import { createListRecords } from '../plain-records.ts';

export const LIST_CALLS = listRoute('call', CALL_LOOKUPS);

export const createListCalls = createListRecords(LIST_CALLS, {
  kind: 'call',
  fields: CALL.fields,
  loadLookups: () => import('../../../shared/records/lookups/call-lookup.ts'),
});
