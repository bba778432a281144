import {
  RETENTION_VARIABLE,
  requiredVariable,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-function.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction({
  operations: createOperations(table, JSON.parse(requiredVariable(RETENTION_VARIABLE))),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  users: table.reader,
});
