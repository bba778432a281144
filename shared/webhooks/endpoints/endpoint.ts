import type { EventPattern } from '../../contract/event-types.ts';

/** Why an endpoint gets nothing: an admin said so, it answered 410, or it failed for days. */
export const DISABLED_REASONS = ['admin', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A webhook endpoint without its secrets. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly EventPattern[];
  /** Null while the endpoint is enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  /** When the first attempt failed after which none succeeded; null while all is well. */
  readonly failingSince: string | null;
  /** When the current secret was made. */
  readonly secretCreatedAt: string;
  /** Until when the secret before the current one signs, too; null if there is none or its time is over. */
  readonly previousSecretExpiresAt: string | null;
  readonly createdAt: string;
  /** The name of who registered it. */
  readonly createdBy: string;
  readonly updatedAt: string;
}

/** An endpoint as it is shown to those who look after it. */
export type WebhookEndpointView = Omit<WebhookEndpoint, 'organizationId'> & { readonly isEnabled: boolean };

/**
 * Written out field by field, so that it looks the same wherever the endpoint came from.
 *
 * @param now the time to judge at, as a timestamp
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
