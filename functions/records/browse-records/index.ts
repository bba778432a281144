import { requiredVariable, USER_POOL_CLIENT_ID_VARIABLE } from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-function.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createOperations } from './handler.ts';

const reader = createTableReaderFromEnv();

export const handler = adminFunction({
  operations: createOperations(reader),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  users: reader,
});
