import { CALL_ROUTES } from '../../../shared/operations/data-api/calls.ts';
import { createCallRepository } from '../../../shared/records/store/records.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetCall } from './handler.ts';

export const handler = recordFunction(
  CALL_ROUTES.getCall,
  createGetCall(createCallRepository(createTableReaderFromEnv())),
);
