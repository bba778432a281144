import { ROUTES } from '../../../shared/contract/routes.ts';
import { routeFunction } from '../../http/route-function.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListCallLists } from './handler.ts';

export const handler = routeFunction(
  ROUTES.listCallLists,
  createListCallLists({ reader: createTableReaderFromEnv() }),
);
