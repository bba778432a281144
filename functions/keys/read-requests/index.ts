import {
  REQUEST_LOG_GROUPS_VARIABLE,
  requiredVariable,
  USAGE_PLAN_IDS_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { CONTROL_PLANE_ATTEMPTS } from '../../runtime/control-plane-attempts.ts';
import { createGatewayKeysFromEnv } from '../../runtime/gateway-keys.ts';
import { createLogSearchFromEnv } from '../../runtime/log-search.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createOperations } from './handler.ts';
import { toRequestProblem } from './request-problems.ts';

/** Less than the function's time limit, in milliseconds: a search may follow another one. */
const PATIENCE = 10_000;

const reader = createTableReaderFromEnv();

export const handler = adminFunction(
  reader,
  createOperations({
    reader,
    usagePlanIds: JSON.parse(requiredVariable(USAGE_PLAN_IDS_VARIABLE)),
    gatewayKeys: createGatewayKeysFromEnv(CONTROL_PLANE_ATTEMPTS),
    search: createLogSearchFromEnv(PATIENCE),
    groups: JSON.parse(requiredVariable(REQUEST_LOG_GROUPS_VARIABLE)),
    now: Date.now,
  }),
  toRequestProblem,
);
