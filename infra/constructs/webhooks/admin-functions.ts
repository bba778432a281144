import type { Construct } from 'constructs';
import {
  DATA_API_URL_VARIABLE,
  EVENT_QUEUE_URL_VARIABLE,
  WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE,
  WEBHOOK_KEY_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import { type AdminFunctionProps, createAdminFunction } from '../platform/admin-function.ts';
import { grantSendMessages } from '../platform/queues.ts';
import type { TableAccess } from '../platform/service-function.ts';
import { CHANGES_SUBSCRIPTION, destinationEnvironment, type Webhooks } from './webhooks.ts';

export interface WebhookFunctionProps extends AdminFunctionProps {
  readonly webhooks: Webhooks;
  readonly dataApiUrl: string;
}

const WEBHOOK_MANAGEMENT: readonly TableAccess[] = [
  { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], items: ['webhookEndpoints'] },
  { actions: ['GetItem', 'UpdateItem'], items: ['webhookDomains'] },
  { actions: ['Query'], items: ['feeds'] },
  { actions: ['GetItem'], items: ['feeds'] },
  CHANGES_SUBSCRIPTION,
  { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'], items: ['webhookDeliveries'] },
  { actions: ['Query', 'PutItem'], items: ['webhookReplays'] },
  { actions: ['PutItem'], items: ['auditLogs'] },
  { actions: ['Query'], items: ['webhookDeliveryCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
];

/** Creates the function that manages endpoints and deliveries. */
export const createWebhookFunctions = (scope: Construct, props: WebhookFunctionProps) => {
  const { webhooks, dataApiUrl, config } = props;
  const manageWebhooks = createAdminFunction(scope, 'ManageWebhooks', props, {
    functionName: 'manage-webhooks',
    description: 'Manages webhook endpoints and their deliveries',
    access: WEBHOOK_MANAGEMENT,
    environment: {
      ...webhooks.queueEnvironment,
      [EVENT_QUEUE_URL_VARIABLE]: webhooks.eventQueue.queueUrl,
      [WEBHOOK_KEY_ID_VARIABLE]: webhooks.key.keyArn,
      ...destinationEnvironment(scope, config),
      [DATA_API_URL_VARIABLE]: dataApiUrl,
      [WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE]: String(config.webhookEndpointsPerDomain),
    },
  });
  grantSendMessages(manageWebhooks, [webhooks.firstQueue, webhooks.retryQueue, webhooks.eventQueue]);
  // Only new secrets are encrypted here; existing ones are never decrypted.
  webhooks.key.grant(manageWebhooks, 'kms:Encrypt');
  return { 'manage-webhooks': manageWebhooks };
};
