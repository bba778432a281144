import { ROUTES } from '../../../shared/contract/routes.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { recordFunction } from '../record-function.ts';
import { createListCallLists } from './handler.ts';

export const handler = recordFunction(
  ROUTES.listCallLists,
  createListCallLists({ reader: createTableReaderFromEnv() }),
);
