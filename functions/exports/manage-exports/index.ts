import { createExportMessagesFromEnv } from '../../../shared/exports/environment.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction(
  table.reader,
  createOperations({
    table,
    bucket: createBucketFromEnv(),
    messages: createExportMessagesFromEnv(),
  }),
);
