import {
  requiredVariable,
  USAGE_PLAN_IDS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-function.ts';
import { createGatewayKeysFromEnv } from '../../runtime/gateway-keys.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { CONTROL_PLANE_ATTEMPTS } from './control-plane-attempts.ts';
import { createOperations, toKeyProblem } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction({
  operations: createOperations({
    ...table,
    usagePlanIds: JSON.parse(requiredVariable(USAGE_PLAN_IDS_VARIABLE)),
    gatewayKeys: createGatewayKeysFromEnv(CONTROL_PLANE_ATTEMPTS),
    onCleanUpFailure: (error) =>
      console.warn({
        warning: 'An orphaned gateway key could not be removed. The next listing of the keys retries.',
        error: String(error),
      }),
  }),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  users: table.reader,
  translate: toKeyProblem,
});
