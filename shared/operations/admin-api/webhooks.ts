import { destinationsWith } from '../../contract/webhooks/destinations.ts';
import {
  createWebhookEndpointBody,
  replayWebhooksBody,
  updateWebhookEndpointBody,
} from '../../contract/webhooks/webhook-bodies.ts';
import { LISTED_STATES, SIGNATURES } from '../../contract/webhooks/webhook-limits.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';

/** The operations of the admin API on webhook endpoints and their deliveries. */
export const WEBHOOK_ROUTES = {
  listWebhookDestinations: {
    functionName: 'manage-webhooks',
    method: 'GET',
    path: '/webhook-destinations',
    query: {},
    response: 'WebhookDestinations',
  },
  listWebhookEndpoints: {
    functionName: 'manage-webhooks',
    method: 'GET',
    path: '/webhook-endpoints',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
    },
    response: 'WebhookEndpointPage',
  },
  createWebhookEndpoint: {
    functionName: 'manage-webhooks',
    method: 'POST',
    path: '/webhook-endpoints',
    query: {},
    body: createWebhookEndpointBody,
    response: 'IssuedWebhookEndpoint',
  },
  getWebhookEndpoint: {
    functionName: 'manage-webhooks',
    method: 'GET',
    path: '/webhook-endpoints/{id}',
    query: {
      include: { kind: 'set', values: ['latestReplay', 'lastDay', 'lastWeek', 'undelivered'] },
      after: { kind: 'timestamp' },
      before: { kind: 'timestamp' },
    },
    response: 'WebhookEndpointDetails',
  },
  updateWebhookEndpoint: {
    functionName: 'manage-webhooks',
    method: 'PATCH',
    path: '/webhook-endpoints/{id}',
    query: {},
    body: updateWebhookEndpointBody,
    response: 'WebhookEndpoint',
  },
  deleteWebhookEndpoint: {
    functionName: 'manage-webhooks',
    method: 'DELETE',
    path: '/webhook-endpoints/{id}',
    query: {},
    response: 'WebhookEndpoint',
  },
  testWebhookEndpoint: {
    functionName: 'manage-webhooks',
    method: 'POST',
    path: '/webhook-endpoints/{id}/test',
    query: {},
    response: 'Delivery',
  },
  rotateWebhookSecret: {
    functionName: 'manage-webhooks',
    method: 'POST',
    path: '/webhook-endpoints/{id}/rotate-secret',
    query: { signature: { kind: 'enum', values: SIGNATURES } },
    response: 'IssuedWebhookEndpoint',
  },
  listWebhookDeliveries: {
    functionName: 'manage-webhooks',
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries',
    query: {
      state: { kind: 'set', values: LISTED_STATES },
      after: { kind: 'timestamp' },
      before: { kind: 'timestamp' },
      // Each delivery includes its attempts with excerpts of the responses.
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'DeliveryPage',
  },
  replayWebhooks: {
    functionName: 'manage-webhooks',
    method: 'POST',
    path: '/webhook-endpoints/{id}/replay',
    query: {},
    body: replayWebhooksBody,
    response: 'Replay',
  },
  getWebhookDelivery: {
    functionName: 'manage-webhooks',
    method: 'GET',
    path: '/deliveries/{id}',
    query: {},
    response: 'DeliveryWithPayload',
  },
  replayWebhookDelivery: {
    functionName: 'manage-webhooks',
    method: 'POST',
    path: '/deliveries/{id}/replay',
    query: {},
    response: 'Delivery',
  },
} as const satisfies AdminRoutes;

/** Their documentation. */
export const documentWebhookRoutes = (): AdminDocumentation<typeof WEBHOOK_ROUTES> => ({
  listWebhookDestinations: {
    summary: 'List webhook destinations',
    description:
      'Where webhooks may go, and the trust policy of the roles by which ' +
      `${destinationsWith('roleArn')} are reached.`,
  },
  listWebhookEndpoints: {
    summary: 'List webhook endpoints',
    description: 'Newest first, including disabled endpoints. Admins only, like all webhook operations.',
  },
  createWebhookEndpoint: {
    summary: 'Register a webhook endpoint',
    description:
      'The response contains the signing secret, which is shown only once, the public key for `ed25519`, ' +
      `or the policies of the role for ${destinationsWith('roleArn')}, to which a test event follows.`,
    status: 201,
  },
  getWebhookEndpoint: {
    summary: 'Get a webhook endpoint',
    description:
      'The endpoint and its state, without the secret; with `include=latestReplay` also the progress or ' +
      'result of its latest replay; with `include=lastDay` or `include=lastWeek` also the outcomes and ' +
      'durations of attempts over that time, from a sample of at most 50 deliveries per period; with ' +
      '`include=undelivered` also how many deliveries a replay would find.',
    parameters: {
      after: 'For `include=undelivered`: only events after this time.',
      before: 'For `include=undelivered`: only events before this time.',
    },
  },
  updateWebhookEndpoint: {
    summary: 'Change a webhook endpoint',
    description: 'Omitted fields stay unchanged. Enabling the endpoint resets its failure state.',
  },
  deleteWebhookEndpoint: {
    summary: 'Delete a webhook endpoint',
    description: 'Drops its pending deliveries and returns the deleted endpoint.',
  },
  testWebhookEndpoint: {
    summary: 'Test a webhook endpoint',
    description: 'Sends a `webhook.test` event that is signed, retried and recorded like any other event.',
    status: 202,
  },
  rotateWebhookSecret: {
    summary: 'Rotate the signing secret',
    description:
      'The old secret signs alongside the new one for 24 hours, also if `signature` changes how deliveries ' +
      'are signed.',
    parameters: { signature: 'How the new secret signs. By default, as the old one.' },
    status: 201,
  },
  listWebhookDeliveries: {
    summary: 'List deliveries',
    description: 'Newest event first. May lag by a few seconds.',
    parameters: { state: 'Only deliveries in these states, comma-separated.' },
  },
  replayWebhooks: {
    summary: 'Replay many deliveries',
    description:
      'Starts to deliver the events of many deliveries again, oldest first, up to 50 per second. ' +
      'One replay runs per endpoint; see its progress with `GET ' +
      '/webhook-endpoints/{id}?include=latestReplay`. `"states": ["retrying"]` makes all pending ' +
      'retries now.',
    status: 202,
  },
  getWebhookDelivery: {
    summary: 'Get a delivery',
    description: 'The delivery with its attempts and the event.',
  },
  replayWebhookDelivery: {
    summary: 'Replay a delivery',
    description: 'Delivers the event again, whatever the state of the delivery.',
    status: 202,
  },
});
