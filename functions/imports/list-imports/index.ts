import { IMPORT_ROUTES } from '../../../shared/operations/data-api/imports.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListImports } from './handler.ts';

export const handler = dataFunction(
  IMPORT_ROUTES.listImports,
  createListImports({ reader: createTableReaderFromEnv(), bucket: createBucketFromEnv() }),
);
