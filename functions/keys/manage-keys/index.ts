import { oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import {
  CLIENT_REGISTRATION_VARIABLE,
  DATA_API_URL_VARIABLE,
  requiredVariable,
  USAGE_PLAN_IDS_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { allowsLoopbackFromEnv } from '../../../shared/webhooks/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { toKeyProblem } from '../../http/key-problems.ts';
import { CONTROL_PLANE_ATTEMPTS } from '../../runtime/control-plane-attempts.ts';
import { createGatewayKeysFromEnv } from '../../runtime/gateway-keys.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const table = createTableFromEnv();

export const handler = adminFunction(
  table.reader,
  createOperations(
    {
      ...table,
      usagePlanIds: JSON.parse(requiredVariable(USAGE_PLAN_IDS_VARIABLE)),
      gatewayKeys: createGatewayKeysFromEnv(CONTROL_PLANE_ATTEMPTS),
      onCleanUpFailure: (error) =>
        console.warn({
          warning: 'An orphaned gateway key could not be removed. The next listing of the keys retries.',
          error: String(error),
        }),
    },
    {
      clients: {
        allowsLoopback: allowsLoopbackFromEnv(),
        allowsRegistration: process.env[CLIENT_REGISTRATION_VARIABLE] === '1',
      },
      addresses: oauthAddresses(requiredVariable(DATA_API_URL_VARIABLE)),
    },
    async (keys) => {
      // Only for revocations that delete exports.
      const { createBucketFromEnv } = await import('../../../shared/runtime/bucket/bucket.ts');
      await createBucketFromEnv().remove(keys);
    },
  ),
  toKeyProblem,
);
