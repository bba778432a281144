import { ROUTES } from '../../shared/contract/routes.ts';
import { tableReaderOfEnvironment } from '../../shared/runtime/table.ts';
import { createCallListCollection } from '../../shared/table/call-list-collection.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createListCallLists } from './handler.ts';

const reader = tableReaderOfEnvironment();

export const handler = routeFunction(
  ROUTES.listCallLists,
  createListCallLists({ collection: createCallListCollection(reader) }),
);
