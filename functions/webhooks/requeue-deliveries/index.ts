import middy from '@middy/core';
import { createDeliveryQueueFromEnv } from '../../../shared/webhooks/environment.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createRequeuer } from './handler.ts';

export const handler = middy(
  createRequeuer({ store: createTableFromEnv(), queue: createDeliveryQueueFromEnv() }),
);
