import {
  createImportBucketFromEnv,
  createImportMessagesFromEnv,
} from '../../../shared/imports/environment.ts';
import { requiredVariable, USER_POOL_CLIENT_ID_VARIABLE } from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-function.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction({
  operations: createOperations({
    table,
    bucket: createImportBucketFromEnv(),
    messages: createImportMessagesFromEnv(),
  }),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  users: table.reader,
});
