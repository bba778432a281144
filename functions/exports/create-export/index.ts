import { createExportMessagesFromEnv } from '../../../shared/exports/environment.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { dataFunction } from '../../http/data-api.ts';
import { readIdempotentBody } from '../../http/idempotency.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { CREATE_EXPORT, createCreateExport } from './handler.ts';

export const handler = dataFunction(
  CREATE_EXPORT,
  createCreateExport({
    table: createTableFromEnv(),
    bucket: createBucketFromEnv(),
    messages: createExportMessagesFromEnv(),
  }),
  readIdempotentBody,
);
