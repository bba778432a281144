import { ROUTES } from '../../../shared/contract/routes.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createDeleteWebhookEndpoint } from './handler.ts';

export const handler = dataFunction(
  ROUTES.deleteWebhookEndpoint,
  createDeleteWebhookEndpoint(createTableFromEnv()),
);
