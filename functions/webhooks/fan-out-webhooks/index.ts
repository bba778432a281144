import middy from '@middy/core';
import {
  EVENT_QUEUE_URL_VARIABLE,
  requiredVariable,
  WIDE_DELIVERIES_PER_SECOND_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createMessagesFromEnv } from '../../../shared/runtime/messages-from-env.ts';
import { MAX_FIRST_ATTEMPT_BACKLOG } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import {
  createDeliveryQueueFromEnv,
  createReceivedMessagesFromEnv,
} from '../../../shared/webhooks/environment.ts';
import { retryFailedMessages } from '../../runtime/retry-failed-messages.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createFanOut } from './handler.ts';

export const handler = middy(
  createFanOut({
    store: createTableFromEnv(),
    queue: createDeliveryQueueFromEnv(MAX_FIRST_ATTEMPT_BACKLOG),
    messages: createMessagesFromEnv(EVENT_QUEUE_URL_VARIABLE),
    wideDeliveriesPerSecond: Number(requiredVariable(WIDE_DELIVERIES_PER_SECOND_VARIABLE)),
  }),
).use(retryFailedMessages(createReceivedMessagesFromEnv(EVENT_QUEUE_URL_VARIABLE)));
