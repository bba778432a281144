import middy from '@middy/core';
import {
  requiredVariable,
  WEBHOOK_KEY_ID_VARIABLE,
  WEBHOOKS_RETRY_SCHEDULE_VARIABLE,
} from '../../shared/runtime/environment.ts';
import {
  addressPolicyOfEnvironment,
  deliveryQueueOfEnvironment,
  webhookStoreOfEnvironment,
} from '../../shared/runtime/webhooks.ts';
import { createCachingDecrypter } from '../../shared/webhooks/caching-decrypter.ts';
import { createKmsClient } from '../../shared/webhooks/kms-client.ts';
import { DEFAULT_RETRY_SCHEDULE, parseRetrySchedule } from '../../shared/webhooks/retry-schedule.ts';
import { createKmsCipher } from '../../shared/webhooks/secret-cipher.ts';
import { createDeliverySender } from '../../shared/webhooks/send-delivery.ts';
import { createDeliveryAttempt } from './attempt-delivery.ts';
import { createDeliverer } from './handler.ts';

const schedule = process.env[WEBHOOKS_RETRY_SCHEDULE_VARIABLE];
const cipher = createKmsCipher(createKmsClient(), requiredVariable(WEBHOOK_KEY_ID_VARIABLE));

export const handler = middy(
  createDeliverer(
    createDeliveryAttempt({
      store: webhookStoreOfEnvironment(),
      queue: deliveryQueueOfEnvironment(),
      sender: createDeliverySender(addressPolicyOfEnvironment()),
      cipher: createCachingDecrypter(cipher),
      schedule: schedule === undefined ? DEFAULT_RETRY_SCHEDULE : parseRetrySchedule(schedule),
    }),
  ),
);
