import { RECORD_ROUTES } from '../../../shared/operations/admin-api/records.ts';
import { createBucketFromEnv } from '../../../shared/runtime/bucket/bucket.ts';
import { RETENTION_VARIABLE, requiredVariable } from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction(
  table.reader,
  createOperations(table, createBucketFromEnv(), JSON.parse(requiredVariable(RETENTION_VARIABLE))),
  undefined,
  Object.values(RECORD_ROUTES),
);
