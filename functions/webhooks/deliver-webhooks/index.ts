import middy from '@middy/core';
import {
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
  requiredVariable,
  SERVICE_ACCOUNT_ID_VARIABLE,
  WEBHOOKS_RETRY_SCHEDULE_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { withBatchedGets } from '../../../shared/table/batched-gets.ts';
import { createAwsSender } from '../../../shared/webhooks/destinations/aws-sender.ts';
import {
  createAddressPolicyFromEnv,
  createDeliveryQueueFromEnv,
  createReceivedMessagesFromEnv,
  createSecretCipherFromEnv,
} from '../../../shared/webhooks/environment.ts';
import { createCachingDecrypter } from '../../../shared/webhooks/secrets/caching-decrypter.ts';
import { createDeliveryAttempt } from '../../../shared/webhooks/sending/attempt-delivery.ts';
import {
  DEFAULT_RETRY_SCHEDULE,
  parseRetrySchedule,
} from '../../../shared/webhooks/sending/retry-schedule.ts';
import {
  ATTEMPT_MILLISECONDS,
  createDeliverySender,
} from '../../../shared/webhooks/sending/send-delivery.ts';
import { retryFailedMessages } from '../../runtime/retry-failed-messages.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createDeliverer } from './handler.ts';

const table = createTableFromEnv();
const messages = createReceivedMessagesFromEnv(
  FIRST_DELIVERY_QUEUE_URL_VARIABLE,
  RETRY_DELIVERY_QUEUE_URL_VARIABLE,
);
const policy = createAddressPolicyFromEnv();
const schedule = process.env[WEBHOOKS_RETRY_SCHEDULE_VARIABLE];

export const handler = middy(
  createDeliverer({
    messages,
    attempt: createDeliveryAttempt({
      store: { ...table, reader: withBatchedGets(table.reader) },
      queue: createDeliveryQueueFromEnv(),
      sender: createDeliverySender(policy),
      awsSender: createAwsSender(requiredVariable(SERVICE_ACCOUNT_ID_VARIABLE), ATTEMPT_MILLISECONDS),
      policy,
      cipher: createCachingDecrypter(createSecretCipherFromEnv()),
      schedule: schedule === undefined ? DEFAULT_RETRY_SCHEDULE : parseRetrySchedule(schedule),
    }),
  }),
).use(retryFailedMessages(messages));
