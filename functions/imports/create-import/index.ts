import type { ImportMessage } from '../../../shared/imports/import-repository.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { IMPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createMessagesFromEnv } from '../../../shared/runtime/messages-from-env.ts';
import { dataFunction } from '../../http/data-api.ts';
import { readBody } from '../../http/json-body.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { CREATE_IMPORT, createCreateImport } from './handler.ts';

export const handler = dataFunction(
  CREATE_IMPORT,
  createCreateImport({
    table: createTableFromEnv(),
    bucket: createBucketFromEnv(),
    messages: createMessagesFromEnv<ImportMessage>(IMPORT_QUEUE_URL_VARIABLE),
    // The function has 28 seconds, and API Gateway waits for 29.
    rowMilliseconds: 20_000,
  }),
  readBody,
);
