import type { WebhookEndpointView } from '../../contract/webhook-views.ts';

/** A webhook endpoint without its secrets. `previousSecretExpiresAt` may be in the past. */
export interface WebhookEndpoint extends Omit<WebhookEndpointView, 'isEnabled'> {
  readonly organizationId: string;
}

/**
 * Written field by field, so that the fields and their order never depend on the source of the endpoint.
 *
 * @param now the current time, as a timestamp
 */
export const viewOfEndpoint = (endpoint: WebhookEndpoint, now: string): WebhookEndpointView => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  isEnabled: endpoint.disabledReason === null,
  disabledReason: endpoint.disabledReason,
  disabledAt: endpoint.disabledAt,
  failingSince: endpoint.failingSince,
  secretCreatedAt: endpoint.secretCreatedAt,
  previousSecretExpiresAt:
    endpoint.previousSecretExpiresAt !== null && endpoint.previousSecretExpiresAt > now
      ? endpoint.previousSecretExpiresAt
      : null,
  createdAt: endpoint.createdAt,
  createdBy: endpoint.createdBy,
  updatedAt: endpoint.updatedAt,
});
