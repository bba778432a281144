import { CALL } from '../../../shared/kinds/call.ts';
import { getRoute } from '../../../shared/operations/data-api/record-routes.ts';
import { createGetRecord } from '../plain-records.ts';

export const GET_CALL = getRoute('call');

export const createGetCall = createGetRecord(GET_CALL, { kind: 'call', fields: CALL.fields });
