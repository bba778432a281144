import { ROUTES } from '../../../shared/contract/routes.ts';
import { routeFunction } from '../../http/route-function.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListCallListEntries } from './handler.ts';

export const handler = routeFunction(
  ROUTES.listCallListEntries,
  createListCallListEntries({ reader: createTableReaderFromEnv() }),
);
