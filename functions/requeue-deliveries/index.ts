import middy from '@middy/core';
import { tableOfEnvironment } from '../../shared/runtime/table.ts';
import { deliveryQueueOfEnvironment } from '../../shared/webhooks/environment.ts';
import { createRequeuer } from './handler.ts';

export const handler = middy(
  createRequeuer({ store: tableOfEnvironment(), queue: deliveryQueueOfEnvironment() }),
);
