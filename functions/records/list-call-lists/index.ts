import { CALL_LIST_ROUTES } from '../../../shared/operations/data-api/call-lists.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListCallLists } from './handler.ts';

export const handler = recordFunction(
  CALL_LIST_ROUTES.listCallLists,
  createListCallLists({ reader: createTableReaderFromEnv() }),
);
