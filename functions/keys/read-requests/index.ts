import type { LogSearch } from '../../../shared/keys/requests/log-search.ts';
import {
  REQUEST_LOG_GROUPS_VARIABLE,
  requiredVariable,
  USAGE_PLAN_IDS_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { lazily } from '../../../shared/runtime/lazily.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { CONTROL_PLANE_ATTEMPTS } from '../../runtime/control-plane-attempts.ts';
import { createGatewayKeysFromEnv } from '../../runtime/gateway-keys.ts';
import { createTableReaderFromEnv } from '../../runtime/table-reader.ts';
import { createOperations } from './handler.ts';
import { toRequestProblem } from './request-problems.ts';

/**
 * Searches logs with the credentials and Region of the environment. The first search loads the client.
 *
 * @param patience how long to wait for a result, in milliseconds
 */
const createLogSearchFromEnv = (patience: number): LogSearch => {
  const search = lazily(async () => {
    // Never import() a package itself: esbuild would bundle all of its exports.
    const { createLogSearch, createLogsClient } = await import(
      '../../../shared/keys/requests/cloudwatch-logs.ts'
    );
    return createLogSearch(createLogsClient(), patience);
  });
  return async (query) => (await search())(query);
};

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
