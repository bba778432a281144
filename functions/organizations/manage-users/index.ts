import { readProviderRules } from '../../../shared/organizations/federation/provider-rules.ts';
import {
  EVENT_RETENTION_DAYS_VARIABLE,
  requiredVariable,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-function.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createUserDirectoryFromEnv } from '../../runtime/user-directory.ts';
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
