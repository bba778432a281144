import {
  requiredVariable,
  TABLE_NAME_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../shared/runtime/environment.ts';
import {
  addressPolicyOfEnvironment,
  deliveryQueueOfEnvironment,
  secretCipherOfEnvironment,
} from '../../shared/runtime/webhooks.ts';
import { createDocumentClient } from '../../shared/table/document-client.ts';
import { createWebhookManager } from '../../shared/webhooks/manage.ts';
import { adminFunction } from '../middleware/admin-function.ts';
import { createOperations, toWebhookProblem } from './handler.ts';

const webhooks = createWebhookManager({
  client: createDocumentClient(),
  tableName: requiredVariable(TABLE_NAME_VARIABLE),
  cipher: secretCipherOfEnvironment(),
  queue: deliveryQueueOfEnvironment(),
  policy: addressPolicyOfEnvironment(),
});

export const handler = adminFunction({
  operations: createOperations(webhooks),
  clientId: requiredVariable(USER_POOL_CLIENT_ID_VARIABLE),
  translate: toWebhookProblem,
});
