import { readProviderRules } from '../../shared/federation/provider-rules.ts';
import {
  EVENT_RETENTION_DAYS_VARIABLE,
  requiredVariable,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { adminFunction } from '../middleware/admin-function.ts';
import { createTableFromEnv } from '../wiring/table.ts';
import { createUserDirectoryFromEnv } from '../wiring/user-directory.ts';
import { createOperations, toUserProblem } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction({
  operations: createOperations({
    ...table,
    users: createUserDirectoryFromEnv(),
    identityProviders: readProviderRules(process.env),
    maxEventRetentionDays: Number(requiredVariable(EVENT_RETENTION_DAYS_VARIABLE)),
  }),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  users: table.reader,
  translate: toUserProblem,
});
