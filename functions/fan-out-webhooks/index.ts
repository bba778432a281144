import middy from '@middy/core';
import { tableOfEnvironment } from '../../shared/runtime/table.ts';
import { deliveryQueueOfEnvironment } from '../../shared/webhooks/environment.ts';
import { createFanOut } from './handler.ts';

export const handler = middy(
  createFanOut({ store: tableOfEnvironment(), queue: deliveryQueueOfEnvironment() }),
);
