import { IMPORT_ROUTES } from '../../../shared/operations/data-api/imports.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createGetImport } from './handler.ts';

export const handler = dataFunction(
  IMPORT_ROUTES.getImport,
  createGetImport({ reader: createTableReaderFromEnv(), bucket: createBucketFromEnv() }),
);
