import { CREATED_AT } from '../../contract/records/examples.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { PAGING, readersText } from './texts.ts';

const ENDPOINT = {
  id: '7c1d9e8f-2b3a-4c5d-8e9f-0a1b2c3d4e5f',
  url: 'https://hooks.example/workflows/42',
  eventTypes: ['person.created', 'call_list.*'],
  description: 'New people to the CRM',
  filter: { data: { tags: ['vip'] } },
  headers: [{ name: 'Authorization' }],
  maxPerSecond: 10,
  payload: 'full' as const,
  isEnabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  keyId: 'f3a1c9e2-7b64-4d0e-9a58-1c2d3e4f5a6b',
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};

/** The operations of the data API on webhook endpoints. */
export const WEBHOOK_ROUTES = {
  listWebhookEndpoints: {
    functionName: 'list-webhook-endpoints',
    method: 'GET',
    path: '/v1/webhook-endpoint',
    isRare: true,
    permission: 'webhook:manage',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
    },
    response: 'WebhookEndpointPage',
  },
  createWebhookEndpoint: {
    functionName: 'create-webhook-endpoint',
    method: 'POST',
    path: '/v1/webhook-endpoint',
    isRare: true,
    permission: 'webhook:manage',
    query: {},
    describesKey: true,
    takesIdempotencyKey: true,
    response: 'IssuedWebhookEndpoint',
  },
  deleteWebhookEndpoint: {
    functionName: 'delete-webhook-endpoint',
    method: 'DELETE',
    path: '/v1/webhook-endpoint/{id}',
    isRare: true,
    permission: 'webhook:manage',
    query: {},
    describesKey: true,
    response: 'WebhookEndpoint',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentWebhookRoutes = (): DataDocumentation<typeof WEBHOOK_ROUTES> => ({
  listWebhookEndpoints: {
    tag: 'Webhook endpoints',
    summary: 'List webhook endpoints',
    description:
      'Returns the webhook endpoints of the organization that were created with an API key, newest ' +
      'first. Endpoints of admins are not listed, and secrets are never shown again.',
    parameters: PAGING,
    examples: {
      page: { summary: 'The last page', value: { items: [ENDPOINT] } },
    },
  },
  createWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Subscribes a URL to event types from now on, and returns its signing secret, which is shown only ' +
      'once. The key needs permission to read every subscribed type: ' +
      `${readersText()}; events of imports and exports need \`event:read\`; ` +
      '`*` needs all of them. Deliveries contain contact details of people if the key has ' +
      '`person.contact:read`. An endpoint with the same URL, event types and filter as another one, or one ' +
      'more than a host may have, is refused with `409`. With an `Idempotency-Key`, a repeated request ' +
      'returns the endpoint that the first one created, with its secret; ' +
      'a `409` if the endpoint was deleted since, or has another secret. ' +
      'Revoking the key disables the endpoint, and so does removing a permission that its events need.',
    body: 'CreateWebhookEndpointBody',
    status: 201,
    parameters: {},
    bodyExample: {
      url: ENDPOINT.url,
      eventTypes: ENDPOINT.eventTypes,
      description: ENDPOINT.description,
      filter: ENDPOINT.filter,
      headers: [{ name: 'Authorization', value: 'Bearer 0f3a' }],
      maxPerSecond: ENDPOINT.maxPerSecond,
    },
    examples: {
      endpoint: {
        summary: 'The endpoint with its secret',
        value: { ...ENDPOINT, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
      },
    },
  },
  deleteWebhookEndpoint: {
    tag: 'Webhook endpoints',
    summary: 'Delete a webhook endpoint',
    description:
      'Deletes an endpoint that was created with an API key of your organization, and returns it. ' +
      'Its pending deliveries are dropped. Endpoints of admins return the same `404` as unknown ones.',
    parameters: { id: 'The id of the webhook endpoint.' },
    examples: { endpoint: { summary: 'The deleted endpoint', value: ENDPOINT } },
  },
});
