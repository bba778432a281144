import { isEventPattern } from '../../contract/event-types.ts';
import { DISABLED_REASONS } from '../../contract/webhook-views.ts';
import { list, optionalString, requiredString, withoutAbsent } from '../../table/attributes.ts';
import type { Item } from '../../table/reader.ts';
import { webhookEndpointKey } from '../../table/webhook-keys.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** The secrets of an endpoint as they are stored: encrypted, and only for this endpoint of this organization. */
export interface StoredSecrets {
  readonly current: string;
  /** Signs as well until `previousSecretExpiresAt`. */
  readonly previous: string | null;
}

export const endpointToItem = (endpoint: WebhookEndpoint, secrets: StoredSecrets): Record<string, unknown> =>
  withoutAbsent({
    ...endpoint,
    ...webhookEndpointKey(endpoint.organizationId, endpoint.id),
    encryptedSecret: secrets.current,
    encryptedPreviousSecret: secrets.previous,
  });

export const endpointFromItem = (item: Item): WebhookEndpoint => {
  const reason = optionalString(item, 'disabledReason');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    url: requiredString(item, 'url'),
    description: optionalString(item, 'description'),
    // A pattern that this version does not know matches nothing.
    events: list<string>(item, 'events').filter(isEventPattern),
    // Whatever else is stored there, the endpoint is disabled.
    disabledReason: reason === null ? null : (DISABLED_REASONS.find((known) => known === reason) ?? 'admin'),
    disabledAt: optionalString(item, 'disabledAt'),
    failingSince: optionalString(item, 'failingSince'),
    secretCreatedAt: requiredString(item, 'secretCreatedAt'),
    previousSecretExpiresAt: optionalString(item, 'previousSecretExpiresAt'),
    createdAt: requiredString(item, 'createdAt'),
    createdBy: requiredString(item, 'createdBy'),
    updatedAt: requiredString(item, 'updatedAt'),
  };
};

export const secretsOfItem = (item: Item): StoredSecrets => ({
  current: requiredString(item, 'encryptedSecret'),
  previous: optionalString(item, 'encryptedPreviousSecret'),
});
