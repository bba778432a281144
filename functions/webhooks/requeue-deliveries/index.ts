import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import {
  EVENT_QUEUE_URL_VARIABLE,
  EXPORT_QUEUE_URL_VARIABLE,
  IMPORT_QUEUE_URL_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createMessagesFromEnv } from '../../../shared/runtime/messages-from-env.ts';
import { createDeliveryQueueFromEnv } from '../../../shared/webhooks/environment.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createRequeuer } from './handler.ts';
import { resumeJobs } from './resume-jobs.ts';

const store = createTableFromEnv();
const requeueDeliveries = createRequeuer({ store, queue: createDeliveryQueueFromEnv() });
const jobs = {
  reader: store.reader,
  exports: createMessagesFromEnv(EXPORT_QUEUE_URL_VARIABLE),
  imports: createMessagesFromEnv(IMPORT_QUEUE_URL_VARIABLE),
  replays: createMessagesFromEnv(EVENT_QUEUE_URL_VARIABLE),
} as const;

/** Neither of the two keeps the other from its end. */
export const handler = middy(async (event: unknown, context: Context): Promise<void> => {
  const outcomes = await Promise.allSettled([requeueDeliveries(event, context), resumeJobs(jobs)]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
});
