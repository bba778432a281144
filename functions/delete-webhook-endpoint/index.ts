import { ROUTES } from '../../shared/contract/routes.ts';
import { routeFunction } from '../middleware/route-function.ts';
import { createTableFromEnv } from '../wiring/table.ts';
import { createDeleteWebhookEndpoint } from './handler.ts';

export const handler = routeFunction(
  ROUTES.deleteWebhookEndpoint,
  createDeleteWebhookEndpoint(createTableFromEnv()),
);
