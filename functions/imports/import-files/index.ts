import middy from '@middy/core';
import { createS3Client, createS3ObjectStore } from '../../../shared/runtime/bucket/s3-object-store.ts';
import {
  BUCKET_VARIABLE,
  IMPORT_QUEUE_URL_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createSqsClient } from '../../../shared/runtime/sqs-client.ts';
import { createSqsMessages } from '../../../shared/runtime/sqs-messages.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { createReceivedMessagesFromEnv } from '../../../shared/webhooks/environment.ts';
import { retryFailedMessages } from '../../runtime/retry-failed-messages.ts';
import { createImporter } from './handler.ts';

const tableName = requiredVariable(TABLE_NAME_VARIABLE);
const bucket = requiredVariable(BUCKET_VARIABLE);
const client = createDocumentClient({ attempts: 10, connectionTimeout: 3_000, requestTimeout: 20_000 });

export const handler = middy(
  createImporter({
    table: createTable(client, tableName),
    objects: createS3ObjectStore(createS3Client(), bucket),
    bucket,
    messages: createSqsMessages(createSqsClient(), requiredVariable(IMPORT_QUEUE_URL_VARIABLE)),
    leaseMilliseconds: 120_000,
    checkpointMilliseconds: 3_000,
  }),
).use(retryFailedMessages(createReceivedMessagesFromEnv(IMPORT_QUEUE_URL_VARIABLE)));
