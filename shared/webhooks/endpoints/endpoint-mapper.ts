import { isEventPattern } from '../../contract/events/event-types.ts';
import type { Filter } from '../../contract/webhooks/delivery-options.ts';
import { DISABLED_REASONS, PAYLOADS, SIGNATURES } from '../../contract/webhooks/webhook-limits.ts';
import {
  knownString,
  list,
  optionalNumber,
  optionalString,
  requiredBoolean,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { webhookEndpointKey } from '../../table/items/webhook-keys.ts';
import type { Item } from '../../table/reader.ts';
import type { EndpointHeader, WebhookEndpoint } from './endpoint.ts';

/**
 * Counts the operational events of an endpoint. A write that increases it publishes one: the count is the
 * event's `sequence`.
 */
export const OPERATIONAL_EVENTS_ATTRIBUTE = 'operationalEvents';

/** Attributes as they are stored: a filter as JSON, whose fields keep their order. */
export const endpointAttributes = <T extends Partial<WebhookEndpoint>>({ filter, ...others }: T) => ({
  ...others,
  ...(filter !== undefined && { filter: filter === null ? null : JSON.stringify(filter) }),
});

export const endpointToItem = (endpoint: WebhookEndpoint): Item =>
  withoutAbsent({
    ...endpointAttributes(endpoint),
    ...webhookEndpointKey(endpoint.organizationId, endpoint.id),
  });

const filterFromItem = (item: Item): Filter | null => {
  const json = optionalString(item, 'filter');
  return json === null ? null : JSON.parse(json);
};

/** Rebuilt, because the maps of an item have no prototype. */
const headersFromItem = (item: Item): readonly EndpointHeader[] =>
  list<EndpointHeader>(item, 'headers').map(({ name, encryptedValue }) => ({ name, encryptedValue }));

export const endpointFromItem = (item: Item): WebhookEndpoint => {
  const reason = optionalString(item, 'disabledReason');
  return {
    id: requiredString(item, 'id'),
    organizationId: requiredString(item, 'organizationId'),
    url: requiredString(item, 'url'),
    roleArn: optionalString(item, 'roleArn'),
    description: optionalString(item, 'description'),
    // A pattern that this version does not know matches nothing.
    eventTypes: list<string>(item, 'eventTypes').filter(isEventPattern),
    includesContactDetails: requiredBoolean(item, 'includesContactDetails'),
    filter: filterFromItem(item),
    headers: headersFromItem(item),
    maxPerSecond: optionalNumber(item, 'maxPerSecond'),
    payload: knownString(PAYLOADS, item, 'payload'),
    // A reason that this version does not know disables the endpoint, too.
    disabledReason: reason === null ? null : (DISABLED_REASONS.find((known) => known === reason) ?? 'admin'),
    disabledAt: optionalString(item, 'disabledAt'),
    failingSince: optionalString(item, 'failingSince'),
    reportedFailingSince: optionalString(item, 'reportedFailingSince'),
    signature: knownString(SIGNATURES, item, 'signature'),
    publicKey: optionalString(item, 'publicKey'),
    secretCreatedAt: requiredString(item, 'secretCreatedAt'),
    previousSecretExpiresAt: optionalString(item, 'previousSecretExpiresAt'),
    previousPublicKey: optionalString(item, 'previousPublicKey'),
    createdAt: requiredString(item, 'createdAt'),
    createdBy: requiredString(item, 'createdBy'),
    // Absent from endpoints of admins.
    apiKeyId: optionalString(item, 'apiKeyId'),
    updatedAt: requiredString(item, 'updatedAt'),
    slowSince: optionalString(item, 'slowSince'),
    encryptedSecret: requiredString(item, 'encryptedSecret'),
    encryptedPreviousSecret: optionalString(item, 'encryptedPreviousSecret'),
    version: requiredNumber(item, 'version'),
  };
};
