import { CALL } from '../../../shared/kinds/call.ts';
import { CALL_ROUTES } from '../../../shared/operations/data-api/calls.ts';
import { createGetRecord } from '../plain-records.ts';

export const createGetCall = createGetRecord(CALL_ROUTES.getCall, { kind: 'call', fields: CALL.fields });
