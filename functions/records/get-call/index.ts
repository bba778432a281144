import { createCallRepository } from '../../../shared/records/store/records.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createGetCall, GET_CALL } from './handler.ts';

export const handler = recordFunction(
  GET_CALL,
  createGetCall(createCallRepository(createTableReaderFromEnv())),
);
