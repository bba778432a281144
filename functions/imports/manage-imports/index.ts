import type { ImportMessage } from '../../../shared/imports/import-repository.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { IMPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createMessagesFromEnv } from '../../../shared/runtime/messages-from-env.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction(
  table.reader,
  createOperations({
    table,
    bucket: createBucketFromEnv(),
    messages: createMessagesFromEnv<ImportMessage>(IMPORT_QUEUE_URL_VARIABLE),
  }),
);
