import { requiredVariable, USER_POOL_CLIENT_ID_VARIABLE } from '../../shared/runtime/environment.ts';
import {
  addressPolicyOfEnvironment,
  deliveryQueueOfEnvironment,
  secretCipherOfEnvironment,
} from '../../shared/webhooks/environment.ts';
import { adminFunction } from '../middleware/admin-function.ts';
import { tableOfEnvironment } from '../wiring/table.ts';
import { createOperations, toWebhookProblem } from './handler.ts';

export const handler = adminFunction({
  operations: createOperations({
    store: tableOfEnvironment(),
    cipher: secretCipherOfEnvironment(),
    queue: deliveryQueueOfEnvironment(),
    policy: addressPolicyOfEnvironment(),
  }),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  translate: toWebhookProblem,
});
