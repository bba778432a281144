import { type AuditEntry, recordEntry } from '../../audit-log/audit-entry.ts';
import { isEventPattern } from '../../contract/event-types.ts';
import { DISABLED_REASONS } from '../../contract/webhook-limits.ts';
import {
  list,
  optionalString,
  requiredNumber,
  requiredString,
  withoutAbsent,
} from '../../table/items/attributes.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { webhookEndpointKey, webhookEndpointPartition } from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { WebhookConflictError } from '../errors.ts';
import type { WebhookEndpoint } from './endpoint.ts';

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
    encryptedSecret: requiredString(item, 'encryptedSecret'),
    encryptedPreviousSecret: optionalString(item, 'encryptedPreviousSecret'),
    version: requiredNumber(item, 'version'),
  };
};

export const readEndpoint = async (
  { reader }: Table,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> => {
  const item = await reader.get(webhookEndpointKey(organizationId, id), { consistentRead: true });
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
  return (await readItems(reader, { partition, consistentRead: true })).map(endpointFromItem);
};

/**
 * Changes an endpoint and records that in the audit log, unless it was modified since it was read. Writes only
 * what changes: `failingSince` can change at any time without a new version.
 *
 * @returns the changed endpoint, or `undefined` if it was modified
 */
export const changeEndpoint = async (
  { writer }: Table,
  before: WebhookEndpoint,
  changes: Partial<WebhookEndpoint>,
  entry: Pick<AuditEntry, 'at' | 'actor' | 'action' | 'details'>,
): Promise<WebhookEndpoint | undefined> => {
  const { organizationId, id, version } = before;
  const attributes = { ...changes, updatedAt: entry.at, version: version + 1 };
  const condition = {
    ConditionExpression: '#version = :read',
    ExpressionAttributeValues: { ':read': version },
  };
  const isChanged = await writer.transact([
    { update: updateOf(webhookEndpointKey(organizationId, id), attributes, condition) },
    recordEntry({ ...entry, organizationId, targetId: id }),
  ]);
  return isChanged ? { ...before, ...attributes } : undefined;
};

export const setFailingSince = async (
  { writer }: Table,
  { organizationId, id }: WebhookEndpoint,
  failingSince: string | null,
): Promise<void> => {
  await writer.update({
    Key: { ...webhookEndpointKey(organizationId, id) },
    UpdateExpression: failingSince === null ? 'REMOVE failingSince' : 'SET failingSince = :since',
    ConditionExpression: 'attribute_exists(pk)',
    ...(failingSince === null ? {} : { ExpressionAttributeValues: { ':since': failingSince } }),
  });
};
