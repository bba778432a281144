import type { ExportMessage } from '../../../shared/exports/export-message.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { EXPORT_QUEUE_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import { createMessagesFromEnv } from '../../../shared/runtime/messages-from-env.ts';
import { dataFunction } from '../../http/data-api.ts';
import { readBody } from '../../http/json-body.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { CREATE_EXPORT, createCreateExport } from './handler.ts';

export const handler = dataFunction(
  CREATE_EXPORT,
  createCreateExport({
    table: createTableFromEnv(),
    bucket: createBucketFromEnv(),
    messages: createMessagesFromEnv<ExportMessage>(EXPORT_QUEUE_URL_VARIABLE),
  }),
  readBody,
);
