import type { AdminRoute } from './route.ts';
import {
  createWebhookEndpointBody,
  replayWebhooksBody,
  updateWebhookEndpointBody,
} from './webhook-bodies.ts';
import { LISTED_STATES } from './webhook-limits.ts';

/** The operations of the admin API on webhook endpoints and their deliveries. */
export const WEBHOOK_ROUTES = {
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
    query: { include: { kind: 'set', values: ['latestReplay', 'lastDay', 'lastWeek'] } },
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
    query: {},
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
} as const satisfies Record<string, AdminRoute>;
