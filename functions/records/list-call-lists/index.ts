import { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListCallLists } from './handler.ts';

export const handler = recordFunction(
  RECORD_ROUTES.listCallLists,
  createListCallLists({ reader: createTableReaderFromEnv() }),
);
