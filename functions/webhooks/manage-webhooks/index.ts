import {
  DATA_API_URL_VARIABLE,
  EVENT_QUEUE_URL_VARIABLE,
  requiredVariable,
  SERVICE_ACCOUNT_ID_VARIABLE,
  WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { createMessagesFromEnv } from '../../../shared/runtime/messages-from-env.ts';
import {
  createAddressPolicyFromEnv,
  createDeliveryQueueFromEnv,
  createSecretCipherFromEnv,
} from '../../../shared/webhooks/environment.ts';
import type { ReplayMessage } from '../../../shared/webhooks/replays/replay.ts';
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
    messages: createMessagesFromEnv<ReplayMessage>(EVENT_QUEUE_URL_VARIABLE),
    policy: createAddressPolicyFromEnv(),
    service: {
      accountId: requiredVariable(SERVICE_ACCOUNT_ID_VARIABLE),
      dataApiUrl: requiredVariable(DATA_API_URL_VARIABLE),
    },
    maxPerDomain: Number(requiredVariable(WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE)),
  }),
  toWebhookProblem,
);
