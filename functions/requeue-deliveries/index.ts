import middy from '@middy/core';
import { deliveryQueueOfEnvironment, webhookStoreOfEnvironment } from '../../shared/runtime/webhooks.ts';
import { createRequeuer } from './handler.ts';

export const handler = middy(
  createRequeuer({ store: webhookStoreOfEnvironment(), queue: deliveryQueueOfEnvironment() }),
);
