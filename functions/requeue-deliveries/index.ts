import middy from '@middy/core';
import { deliveryQueueOfEnvironment } from '../../shared/webhooks/environment.ts';
import { tableOfEnvironment } from '../wiring/table.ts';
import { createRequeuer } from './handler.ts';

export const handler = middy(
  createRequeuer({ store: tableOfEnvironment(), queue: deliveryQueueOfEnvironment() }),
);
