import { EXPORT_ROUTES } from '../../../shared/operations/data-api/exports.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListExports } from './handler.ts';

export const handler = dataFunction(
  EXPORT_ROUTES.listExports,
  createListExports({ reader: createTableReaderFromEnv(), bucket: createBucketFromEnv() }),
);
