import type { AdminResponseName } from '../../admin-response-bodies.ts';
import type { ADMIN_ROUTES } from '../../admin-routes.ts';

export type AdminOperationName = keyof typeof ADMIN_ROUTES;

export interface AdminOperationText {
  readonly tag: 'API keys' | 'Usage' | 'Audit log' | 'Trying requests' | 'Webhooks';
  readonly summary: string;
  readonly description: string;
  /** Of its success. */
  readonly status: 200 | 201 | 202;
  /** The name of the schema of its success. */
  readonly response: AdminResponseName;
  /** The name of the schema of what is sent, if it takes anything. */
  readonly request?: string;
}

const KEYS = { tag: 'API keys', status: 200 } as const;
const WEBHOOKS = { tag: 'Webhooks', status: 200 } as const;

/** What readers are told about each operation. A new route does not compile without it. */
export const ADMIN_OPERATION_TEXTS: Readonly<Record<AdminOperationName, AdminOperationText>> = {
  listApiKeys: {
    ...KEYS,
    summary: 'List API keys',
    description:
      'Newest first, revoked ones included. Members see their own, admins all of the organization.',
    response: 'ApiKeyPage',
  },
  createApiKey: {
    ...KEYS,
    summary: 'Create an API key',
    description: 'A key of a member starts without permissions and in the plan `standard`.',
    status: 201,
    request: 'CreateApiKey',
    response: 'NewApiKey',
  },
  updateApiKey: {
    ...KEYS,
    summary: 'Change an API key',
    description: 'What is absent stays. A change holds for the next request that is made with the key.',
    request: 'UpdateApiKey',
    response: 'ApiKey',
  },
  revokeApiKey: {
    ...KEYS,
    summary: 'Revoke an API key',
    description: 'From the next request on it is refused. Can be repeated.',
    response: 'ApiKey',
  },
  rotateApiKey: {
    ...KEYS,
    summary: 'Rotate an API key',
    description: 'Makes a new key, while the old one goes on working for the time that you choose.',
    status: 201,
    request: 'RotateApiKey',
    response: 'NewApiKey',
  },
  getUsage: {
    tag: 'Usage',
    summary: 'Get the usage of API keys',
    description: 'Requests a day of each key, as API Gateway counted them, some minutes late.',
    status: 200,
    response: 'UsagePage',
  },
  listAuditLog: {
    tag: 'Audit log',
    summary: 'List the audit log',
    description: 'Who did what, when and from where; newest first. For admins.',
    status: 200,
    response: 'AuditLogPage',
  },
  tryRequest: {
    tag: 'Trying requests',
    summary: 'Try a request of the data API',
    description:
      'Sends one request with the key that it is given, and answers with what came back, whatever that is.',
    status: 200,
    request: 'TryRequest',
    response: 'TryRequestResult',
  },
  listWebhookEndpoints: {
    ...WEBHOOKS,
    summary: 'List webhook endpoints',
    description: 'Newest first, disabled ones included. For admins, as all operations on webhooks.',
    response: 'WebhookEndpointPage',
  },
  createWebhookEndpoint: {
    ...WEBHOOKS,
    summary: 'Register a webhook endpoint',
    description: 'The answer holds the signing secret, which is shown only then.',
    status: 201,
    request: 'CreateWebhookEndpoint',
    response: 'NewWebhookEndpoint',
  },
  getWebhookEndpoint: {
    ...WEBHOOKS,
    summary: 'Get a webhook endpoint',
    description: 'How it stands, without its secret.',
    response: 'WebhookEndpoint',
  },
  updateWebhookEndpoint: {
    ...WEBHOOKS,
    summary: 'Change a webhook endpoint',
    description: 'What is absent stays. Enabling it forgets that it was failing.',
    request: 'UpdateWebhookEndpoint',
    response: 'WebhookEndpoint',
  },
  deleteWebhookEndpoint: {
    ...WEBHOOKS,
    summary: 'Delete a webhook endpoint',
    description: 'What is still on its way to it is dropped. The answer shows it for the last time.',
    response: 'WebhookEndpoint',
  },
  testWebhookEndpoint: {
    ...WEBHOOKS,
    summary: 'Test a webhook endpoint',
    description: 'Sends it a `webhook.test` event, signed, retried and recorded as any other.',
    status: 202,
    response: 'Delivery',
  },
  rotateWebhookSecret: {
    ...WEBHOOKS,
    summary: 'Rotate the signing secret',
    description: 'The old secret signs alongside the new one for 24 hours.',
    status: 201,
    response: 'NewWebhookEndpoint',
  },
  listWebhookDeliveries: {
    ...WEBHOOKS,
    summary: 'List deliveries',
    description: 'Of the newest event first. May be some moments behind.',
    response: 'DeliveryPage',
  },
  replayWebhooks: {
    ...WEBHOOKS,
    summary: 'Replay a time range',
    description:
      'Starts deliveries again, oldest event first. Repeat it with `cursor` until there is no `nextCursor`.',
    status: 202,
    request: 'ReplayWebhooks',
    response: 'ReplayResult',
  },
  getWebhookDelivery: {
    ...WEBHOOKS,
    summary: 'Get a delivery',
    description: 'With its attempts and the event.',
    response: 'DeliveryWithPayload',
  },
  replayWebhookDelivery: {
    ...WEBHOOKS,
    summary: 'Replay a delivery',
    description: 'Delivers the event once more, whatever came of it before.',
    status: 202,
    response: 'Delivery',
  },
};
