import middy from '@middy/core';
import { deliveryQueueOfEnvironment, webhookStoreOfEnvironment } from '../../shared/runtime/webhooks.ts';
import { createFanOut } from './handler.ts';

export const handler = middy(
  createFanOut({ store: webhookStoreOfEnvironment(), queue: deliveryQueueOfEnvironment() }),
);
