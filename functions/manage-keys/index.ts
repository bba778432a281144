import { createApiKeyManager } from '../../shared/api-keys/manage.ts';
import {
  requiredVariable,
  USAGE_PLAN_IDS_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { gatewayKeysOfEnvironment } from '../../shared/runtime/gateway-keys.ts';
import { tableOfEnvironment } from '../../shared/runtime/table.ts';
import { adminFunction } from '../middleware/admin-function.ts';
import { CONTROL_PLANE_ATTEMPTS } from './control-plane-attempts.ts';
import { createOperations, toKeyProblem } from './handler.ts';

const table = tableOfEnvironment();
const usagePlanIds: Record<string, string> = JSON.parse(requiredVariable(USAGE_PLAN_IDS_VARIABLE));

const keys = createApiKeyManager({
  ...table,
  usagePlanIds,
  gatewayKeys: gatewayKeysOfEnvironment(CONTROL_PLANE_ATTEMPTS),
  onCleanUpFailure: (error) =>
    console.warn({
      warning: 'A gateway key of no use is left until the keys are listed.',
      error: String(error),
    }),
});

export const handler = adminFunction({
  operations: createOperations({
    keys,
    reader: table.reader,
    plans: Object.keys(usagePlanIds),
  }),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  translate: toKeyProblem,
});
