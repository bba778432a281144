import middy from '@middy/core';
import { parseOtherBuckets } from '../../../shared/imports/other-buckets.ts';
import { createS3Client, createS3ObjectStore } from '../../../shared/runtime/bucket/s3-object-store.ts';
import {
  BUCKET_VARIABLE,
  IMPORT_QUEUE_URL_VARIABLE,
  OTHER_BUCKETS_VARIABLE,
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
import { createImporter } from './handler.ts';

const tableName = requiredVariable(TABLE_NAME_VARIABLE);
const bucket = requiredVariable(BUCKET_VARIABLE);
const patience = { attempts: 10, connectionTimeout: 3_000, requestTimeout: 20_000 };

export const handler = middy(
  createImporter({
    table: {
      reader: createReader(createSignedCalls(patience), tableName),
      writer: createWriter(createSignedWrites(patience), tableName),
    },
    objects: createS3ObjectStore(createS3Client(), bucket),
    bucket,
    otherBuckets: parseOtherBuckets(process.env[OTHER_BUCKETS_VARIABLE] ?? '[]'),
    messages: createSqsMessages(createSqsClient(), requiredVariable(IMPORT_QUEUE_URL_VARIABLE)),
    leaseMilliseconds: 120_000,
    checkpointMilliseconds: 3_000,
  }),
).use(retryFailedMessages(createReceivedMessagesFromEnv(IMPORT_QUEUE_URL_VARIABLE)));
