import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import { EVENT_RETENTION_DAYS_VARIABLE, requiredVariable } from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createUserDirectoryFromEnv } from '../../runtime/user-directory.ts';
import { createOperations, toUserProblem } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction(
  table.reader,
  createOperations({
    ...table,
    endGrants: createEndGrants(table),
    users: createUserDirectoryFromEnv(),
    maxEventRetentionDays: Number(requiredVariable(EVENT_RETENTION_DAYS_VARIABLE)),
  }),
  toUserProblem,
);
