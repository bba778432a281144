import { ROUTES } from '../../../shared/contract/routes.ts';
import {
  requiredVariable,
  WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import {
  createAddressPolicyFromEnv,
  createSecretCipherFromEnv,
} from '../../../shared/webhooks/environment.ts';
import { routeFunction } from '../../http/route-function.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createCreateWebhookEndpoint } from './handler.ts';

export const handler = routeFunction(
  ROUTES.createWebhookEndpoint,
  createCreateWebhookEndpoint({
    store: createTableFromEnv(),
    cipher: createSecretCipherFromEnv(),
    policy: createAddressPolicyFromEnv(),
    maxPerHost: Number(requiredVariable(WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE)),
  }),
);
