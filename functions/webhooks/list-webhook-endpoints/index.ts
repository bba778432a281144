import { ROUTES } from '../../../shared/contract/routes.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListWebhookEndpoints } from './handler.ts';

export const handler = dataFunction(
  ROUTES.listWebhookEndpoints,
  createListWebhookEndpoints({ reader: createTableReaderFromEnv() }),
);
