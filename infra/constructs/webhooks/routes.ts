import type { Key } from 'aws-cdk-lib/aws-kms';
import {
  WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE,
  WEBHOOK_KEY_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import type { StageConfig } from '../../config.ts';
import type { RouteFunctions } from '../platform/route-function.ts';

type WebhookRouteName = 'listWebhookEndpoints' | 'createWebhookEndpoint' | 'deleteWebhookEndpoint';

/**
 * The functions of the routes of webhook endpoints.
 *
 * @param key encrypts the secrets of endpoints
 */
export const webhookRoutes = (
  { webhookEndpointsPerHost }: StageConfig,
  key: Key,
): RouteFunctions<WebhookRouteName> => ({
  listWebhookEndpoints: {
    access: [{ actions: ['dynamodb:Query'], leadingKeys: [LEADING_KEYS.webhookEndpoints] }],
  },
  createWebhookEndpoint: {
    environment: {
      [WEBHOOK_KEY_ID_VARIABLE]: key.keyArn,
      [WEBHOOK_ENDPOINTS_PER_HOST_VARIABLE]: String(webhookEndpointsPerHost),
    },
    grant: (handler) => key.grant(handler, 'kms:Encrypt'),
    access: [
      { actions: ['dynamodb:Query', 'dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.webhookEndpoints] },
      { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.webhookHosts] },
      // Checks that the key is still active, and reads nothing of it.
      { actions: ['dynamodb:ConditionCheckItem'], leadingKeys: [LEADING_KEYS.apiKeys] },
      { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
    ],
  },
  deleteWebhookEndpoint: {
    access: [
      { actions: ['dynamodb:GetItem', 'dynamodb:DeleteItem'], leadingKeys: [LEADING_KEYS.webhookEndpoints] },
      { actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], leadingKeys: [LEADING_KEYS.webhookHosts] },
      { actions: ['dynamodb:PutItem'], leadingKeys: [LEADING_KEYS.auditLogs] },
    ],
  },
});
