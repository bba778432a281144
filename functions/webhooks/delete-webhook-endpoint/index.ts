import { ROUTES } from '../../../shared/contract/routes.ts';
import { routeFunction } from '../../http/route-function.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createDeleteWebhookEndpoint } from './handler.ts';

export const handler = routeFunction(
  ROUTES.deleteWebhookEndpoint,
  createDeleteWebhookEndpoint(createTableFromEnv()),
);
