import middy from '@middy/core';
import { WEBHOOKS_RETRY_SCHEDULE_VARIABLE } from '../../shared/runtime/environment.ts';
import { tableOfEnvironment } from '../../shared/runtime/table.ts';
import {
  addressPolicyOfEnvironment,
  deliveryQueueOfEnvironment,
  secretCipherOfEnvironment,
} from '../../shared/runtime/webhooks.ts';
import { createCachingDecrypter } from '../../shared/webhooks/caching-decrypter.ts';
import { DEFAULT_RETRY_SCHEDULE, parseRetrySchedule } from '../../shared/webhooks/retry-schedule.ts';
import { createDeliverySender } from '../../shared/webhooks/send-delivery.ts';
import { createDeliveryAttempt } from './attempt-delivery.ts';
import { createDeliverer } from './handler.ts';

const schedule = process.env[WEBHOOKS_RETRY_SCHEDULE_VARIABLE];

export const handler = middy(
  createDeliverer(
    createDeliveryAttempt({
      store: tableOfEnvironment(),
      queue: deliveryQueueOfEnvironment(),
      sender: createDeliverySender(addressPolicyOfEnvironment()),
      cipher: createCachingDecrypter(secretCipherOfEnvironment()),
      schedule: schedule === undefined ? DEFAULT_RETRY_SCHEDULE : parseRetrySchedule(schedule),
    }),
  ),
);
