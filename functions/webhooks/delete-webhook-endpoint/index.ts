import { WEBHOOK_ROUTES } from '../../../shared/operations/data-api/webhooks.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createDeleteWebhookEndpoint } from './handler.ts';

export const handler = dataFunction(
  WEBHOOK_ROUTES.deleteWebhookEndpoint,
  createDeleteWebhookEndpoint(createTableFromEnv()),
);
