import { isEventPattern } from '../../contract/events/event-types.ts';
import { DISABLED_REASONS } from '../../contract/webhooks/webhook-limits.ts';
import {
  list,
  optionalString,
  requiredBoolean,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { webhookEndpointKey } from '../../table/items/webhook-keys.ts';
import type { Item } from '../../table/reader.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/**
 * Counts the operational events of an endpoint. A write that increases it publishes one: the count is the
 * event's `sequence`.
 */
export const OPERATIONAL_EVENTS_ATTRIBUTE = 'operationalEvents';

export const endpointToItem = (endpoint: WebhookEndpoint): Item =>
  withoutAbsent({ ...endpoint, ...webhookEndpointKey(endpoint.organizationId, endpoint.id) });

export const endpointFromItem = (item: Item): WebhookEndpoint => {
  const reason = optionalString(item, 'disabledReason');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    url: requiredString(item, 'url'),
    description: optionalString(item, 'description'),
    // A pattern that this version does not know matches nothing.
    eventTypes: list<string>(item, 'eventTypes').filter(isEventPattern),
    includesContactDetails: requiredBoolean(item, 'includesContactDetails'),
    // A reason that this version does not know disables the endpoint, too.
    disabledReason: reason === null ? null : (DISABLED_REASONS.find((known) => known === reason) ?? 'admin'),
    disabledAt: optionalString(item, 'disabledAt'),
    failingSince: optionalString(item, 'failingSince'),
    reportedFailingSince: optionalString(item, 'reportedFailingSince'),
    secretCreatedAt: requiredString(item, 'secretCreatedAt'),
    previousSecretExpiresAt: optionalString(item, 'previousSecretExpiresAt'),
    createdAt: requiredString(item, 'createdAt'),
    createdBy: requiredString(item, 'createdBy'),
    // Absent from endpoints of admins.
    apiKeyId: optionalString(item, 'apiKeyId'),
    updatedAt: requiredString(item, 'updatedAt'),
    encryptedSecret: requiredString(item, 'encryptedSecret'),
    encryptedPreviousSecret: optionalString(item, 'encryptedPreviousSecret'),
    version: requiredNumber(item, 'version'),
  };
};
