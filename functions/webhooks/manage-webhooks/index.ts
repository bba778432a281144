import {
  requiredVariable,
  WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import {
  createAddressPolicyFromEnv,
  createDeliveryQueueFromEnv,
  createSecretCipherFromEnv,
} from '../../../shared/webhooks/environment.ts';
import { adminFunction } from '../../http/admin-api.ts';
import { toWebhookProblem } from '../../http/webhook-problems.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { createOperations } from './handler.ts';

const store = createTableFromEnv();

export const handler = adminFunction(
  store.reader,
  createOperations({
    store,
    cipher: createSecretCipherFromEnv(),
    queue: createDeliveryQueueFromEnv(),
    policy: createAddressPolicyFromEnv(),
    maxPerHost: Number(requiredVariable(WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE)),
  }),
  toWebhookProblem,
);
