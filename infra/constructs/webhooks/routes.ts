import type { Key } from 'aws-cdk-lib/aws-kms';
import type { WEBHOOK_ROUTES } from '../../../shared/operations/data-api/webhooks.ts';
import {
  WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE,
  WEBHOOK_KEY_ID_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import type { StageConfig } from '../../config.ts';
import type { RouteFunctions } from '../platform/route-function.ts';
import { CHANGES_SUBSCRIPTION, destinationEnvironment } from './webhooks.ts';

/**
 * The functions of the routes of webhook endpoints.
 *
 * @param key encrypts the secrets of endpoints
 */
export const webhookRoutes = (
  config: StageConfig,
  key: Key,
): RouteFunctions<keyof typeof WEBHOOK_ROUTES> => ({
  listWebhookEndpoints: {
    access: [{ actions: ['Query'], items: ['webhookEndpoints'] }],
  },
  createWebhookEndpoint: {
    environment: {
      ...destinationEnvironment(key, config),
      [WEBHOOK_KEY_ID_VARIABLE]: key.keyArn,
      [WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE]: String(config.webhookEndpointsPerDomain),
    },
    // Decrypts the secret of an endpoint for a repetition of the request that created it.
    grant: (handler) => key.grant(handler, 'kms:Encrypt', 'kms:Decrypt'),
    access: [
      { actions: ['Query', 'GetItem', 'PutItem'], items: ['webhookEndpoints'] },
      CHANGES_SUBSCRIPTION,
      { actions: ['GetItem', 'PutItem'], items: ['idempotentRequests'] },
      { actions: ['GetItem', 'UpdateItem'], items: ['webhookDomains'] },
      // Checks that the key is still active, and which keys count with it.
      { actions: ['ConditionCheckItem', 'BatchGetItem'], items: ['apiKeys'] },
      { actions: ['PutItem'], items: ['auditLogs'] },
    ],
  },
  deleteWebhookEndpoint: {
    access: [
      { actions: ['GetItem', 'DeleteItem'], items: ['webhookEndpoints'] },
      { actions: ['GetItem', 'UpdateItem'], items: ['webhookDomains'] },
      { actions: ['PutItem'], items: ['auditLogs'] },
    ],
  },
});
