import { ROUTES } from '../../shared/contract/routes.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createTableReaderFromEnv } from '../wiring/table-reader.ts';
import { createListWebhookEndpoints } from './handler.ts';

export const handler = routeFunction(
  ROUTES.listWebhookEndpoints,
  createListWebhookEndpoints({ reader: createTableReaderFromEnv() }),
);
