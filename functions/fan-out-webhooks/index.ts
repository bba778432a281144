import middy from '@middy/core';
import { deliveryQueueOfEnvironment } from '../../shared/webhooks/environment.ts';
import { tableOfEnvironment } from '../wiring/table.ts';
import { createFanOut } from './handler.ts';

export const handler = middy(
  createFanOut({ store: tableOfEnvironment(), queue: deliveryQueueOfEnvironment() }),
);
