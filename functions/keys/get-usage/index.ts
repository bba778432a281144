import { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { requiredVariable, USAGE_PLAN_IDS_VARIABLE } from '../../../shared/runtime/environment.ts';
import { adminFunction, adminOperation } from '../../http/admin-api.ts';
import { createGatewayKeysFromEnv } from '../../runtime/gateway-keys.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { CONTROL_PLANE_ATTEMPTS } from '../control-plane-attempts.ts';
import { toKeyProblem } from '../key-problems.ts';
import { createGetUsage } from './handler.ts';

const reader = createTableReaderFromEnv();

const store = {
  reader,
  usagePlanIds: JSON.parse(requiredVariable(USAGE_PLAN_IDS_VARIABLE)),
  gatewayKeys: createGatewayKeysFromEnv(CONTROL_PLANE_ATTEMPTS),
};

export const handler = adminFunction(
  reader,
  [adminOperation(ADMIN_ROUTES.getUsage, createGetUsage(store, Date.now))],
  toKeyProblem,
);
