import { CALL } from '../../../shared/kinds/call.ts';
import { CALL_ROUTES } from '../../../shared/operations/data-api/calls.ts';
import { createListRecords } from '../plain-records.ts';

export const createListCalls = createListRecords(CALL_ROUTES.listCalls, {
  kind: 'call',
  fields: CALL.fields,
  loadLookups: () => import('../../../shared/records/lookups/call-lookup.ts'),
});
