import { ROUTES } from '../../shared/contract/routes.ts';
import { createCallListCollection } from '../../shared/table/call-lists/call-list-collection.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createTableReaderFromEnv } from '../wiring/table-reader.ts';
import { createListCallLists } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = routeFunction(
  ROUTES.listCallLists,
  createListCallLists({ collection: createCallListCollection(reader) }),
);
