import { WEBHOOK_ROUTES } from '../../../shared/operations/data-api/webhooks.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListWebhookEndpoints } from './handler.ts';

export const handler = dataFunction(
  WEBHOOK_ROUTES.listWebhookEndpoints,
  createListWebhookEndpoints({ reader: createTableReaderFromEnv() }),
);
