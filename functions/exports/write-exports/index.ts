import middy from '@middy/core';
import { createS3Client, createS3ObjectStore } from '../../../shared/runtime/bucket/s3-object-store.ts';
import {
  BUCKET_VARIABLE,
  EXPORT_QUEUE_URL_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createSqsMessages } from '../../../shared/runtime/sqs-messages.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createSignedWrites } from '../../../shared/table/signed-calls/signed-writes.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { createWriter } from '../../../shared/table/table-writer.ts';
import { createReceivedMessagesFromEnv } from '../../../shared/webhooks/environment.ts';
import { retryFailedMessages } from '../../runtime/retry-failed-messages.ts';
import { createExporter } from './handler.ts';

const tableName = requiredVariable(TABLE_NAME_VARIABLE);
const patience = { attempts: 10, connectionTimeout: 3_000, requestTimeout: 20_000 };

export const handler = middy(
  createExporter({
    table: {
      reader: createReader(createSignedCalls(patience), tableName),
      writer: createWriter(createSignedWrites(patience), tableName),
    },
    objects: createS3ObjectStore(createS3Client(), requiredVariable(BUCKET_VARIABLE)),
    messages: createSqsMessages(createSqsClient(), requiredVariable(EXPORT_QUEUE_URL_VARIABLE)),
    leaseMilliseconds: 120_000,
    settleMilliseconds: 3_000,
  }),
).use(retryFailedMessages(createReceivedMessagesFromEnv(EXPORT_QUEUE_URL_VARIABLE)));
