import { ROUTES } from '../../../shared/contract/routes.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { dataFunction } from '../../http/data-api.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createListExports } from './handler.ts';

export const handler = dataFunction(
  ROUTES.listExports,
  createListExports({ reader: createTableReaderFromEnv(), bucket: createBucketFromEnv() }),
);
