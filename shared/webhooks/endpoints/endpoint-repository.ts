import { isEventPattern } from '../../contract/event-types.ts';
import { DISABLED_REASONS, type DisabledReason } from '../../contract/webhook-views.ts';
import { list, optionalString, requiredString, withoutAbsent } from '../../table/items/attributes.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { webhookEndpointKey, webhookEndpointPartition } from '../../table/items/webhook-keys.ts';
import { readAllItems } from '../../table/paging/all-items.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { WebhookConflictError } from '../errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';

type EndpointId = Pick<WebhookEndpoint, 'organizationId' | 'id'>;

/** The encrypted secrets of an endpoint. */
export interface StoredSecrets {
  readonly current: string;
  /** Also signs until `previousSecretExpiresAt`. */
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
    // A reason that this version does not know disables the endpoint, too.
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

/** An endpoint's item with its secrets, or `undefined` if the organization has no such endpoint. */
export const readEndpointItem = (
  { reader }: Table,
  organizationId: string,
  id: string,
): Promise<Item | undefined> => reader.get(webhookEndpointKey(organizationId, id), { consistentRead: true });

export const readEndpoint = async (
  store: Table,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> => {
  const item = await readEndpointItem(store, organizationId, id);
  return item === undefined ? undefined : endpointFromItem(item);
};

/** @throws WebhookConflictError if the endpoint is disabled */
export const readEnabledEndpoint = async (
  store: Table,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> => {
  const endpoint = await readEndpoint(store, organizationId, id);
  if (endpoint === undefined || endpoint.disabledReason === null) return endpoint;
  throw new WebhookConflictError('The endpoint is disabled. Enable it first.');
};

/** All endpoints of an organization, disabled ones included. */
export const readEndpoints = async (
  { reader }: Table,
  organizationId: string,
): Promise<readonly WebhookEndpoint[]> => {
  const partition = webhookEndpointPartition(organizationId);
  return (await readAllItems(reader, { partition, consistentRead: true })).map(endpointFromItem);
};

/**
 * Sets attributes of an endpoint, and removes those that are null, unless it was modified since it was read.
 * Names only what changes: `failingSince` can change at any time without a new version.
 */
export const changeEndpoint = (
  { organizationId, id }: EndpointId,
  readVersion: number | undefined,
  attributes: Readonly<Record<string, unknown>>,
): WriteOperation => ({
  update: updateOf(
    webhookEndpointKey(organizationId, id),
    attributes,
    { ConditionExpression: '#version = :read', ExpressionAttributeValues: { ':read': readVersion } },
    { version: 1 },
  ),
});

/** Disables an endpoint, unless it was disabled, deleted or modified since it was read. */
export const disableEndpoint = (
  { organizationId, id, updatedAt }: WebhookEndpoint,
  reason: DisabledReason,
  now: string,
): WriteOperation => ({
  update: {
    Key: { ...webhookEndpointKey(organizationId, id) },
    UpdateExpression: 'SET disabledReason = :reason, disabledAt = :now, updatedAt = :now ADD version :one',
    ConditionExpression:
      'attribute_exists(pk) AND attribute_not_exists(disabledReason) AND updatedAt = :read',
    ExpressionAttributeValues: { ':reason': reason, ':now': now, ':one': 1, ':read': updatedAt },
  },
});

export const markFailing = async (
  { writer }: Table,
  { organizationId, id }: EndpointId,
  now: string,
): Promise<void> => {
  await writer.update({
    Key: { ...webhookEndpointKey(organizationId, id) },
    UpdateExpression: 'SET failingSince = :now',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(failingSince)',
    ExpressionAttributeValues: { ':now': now },
  });
};

export const markHealthy = async ({ writer }: Table, { organizationId, id }: EndpointId): Promise<void> => {
  await writer.update({
    Key: { ...webhookEndpointKey(organizationId, id) },
    UpdateExpression: 'REMOVE failingSince',
    ConditionExpression: 'attribute_exists(pk)',
  });
};
