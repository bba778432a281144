import { CALL_ROUTES } from '../../../shared/operations/data-api/calls.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListCalls } from './handler.ts';

export const handler = recordFunction(
  CALL_ROUTES.listCalls,
  createListCalls({ reader: createTableReaderFromEnv() }),
);
