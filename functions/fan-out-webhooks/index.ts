import middy from '@middy/core';
import { createDeliveryQueueFromEnv } from '../../shared/webhooks/environment.ts';
import { createTableFromEnv } from '../wiring/table.ts';
import { createFanOut } from './handler.ts';

export const handler = middy(
  createFanOut({ store: createTableFromEnv(), queue: createDeliveryQueueFromEnv() }),
);
