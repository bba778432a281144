import {
  requiredVariable,
  WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE,
} from '../../../shared/runtime/environment.ts';
import {
  createAddressPolicyFromEnv,
  createSecretCipherFromEnv,
} from '../../../shared/webhooks/environment.ts';
import { dataFunction } from '../../http/data-api.ts';
import { readBody } from '../../http/json-body.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { CREATE_WEBHOOK_ENDPOINT, createCreateWebhookEndpoint } from './handler.ts';

export const handler = dataFunction(
  CREATE_WEBHOOK_ENDPOINT,
  createCreateWebhookEndpoint({
    store: createTableFromEnv(),
    cipher: createSecretCipherFromEnv(),
    policy: createAddressPolicyFromEnv(['https']),
    maxPerDomain: Number(requiredVariable(WEBHOOK_ENDPOINTS_PER_DOMAIN_VARIABLE)),
  }),
  readBody,
);
