import { type AuditEntry, recordEntry } from '../../audit-log/audit-entry.ts';
import { DAYS_WITHOUT_KEY } from '../../contract/webhooks/webhook-limits.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { webhookEndpointKey, webhookEndpointPartition } from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { WebhookConflictError } from '../errors.ts';
import { hasLostKey, type WebhookEndpoint } from './endpoint.ts';
import { endpointAttributes, endpointFromItem, OPERATIONAL_EVENTS_ATTRIBUTE } from './endpoint-mapper.ts';

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
  { reader }: Pick<Table, 'reader'>,
  organizationId: string,
): Promise<readonly WebhookEndpoint[]> => {
  const partition = webhookEndpointPartition(organizationId);
  return (await readItems(reader, { partition, consistentRead: true })).map(endpointFromItem);
};

/** When DynamoDB deletes an endpoint, in seconds since 1970; `null` for never. */
const expiryOf = (endpoint: WebhookEndpoint): number | null =>
  hasLostKey(endpoint) && endpoint.disabledAt !== null
    ? Math.floor((Date.parse(endpoint.disabledAt) + DAYS_WITHOUT_KEY * MILLISECONDS_PER_DAY) / 1000)
    : null;

/** Publishes an operational event with a change. */
const COUNTED_EVENT = { [OPERATIONAL_EVENTS_ATTRIBUTE]: 1 };

/**
 * Changes an endpoint and records that in the audit log, unless it was modified since it was read. Writes
 * only what changes: `failingSince` can change at any time without a new version.
 *
 * @param options.isEvent whether to publish an operational event; not for admins' own changes
 * @param options.isFailing whether to change it only if it has been failing since it was read: a success does
 * not change its version
 * @param options.others writes of the same transaction
 * @returns the changed endpoint, or `undefined` if it was modified
 */
export const changeEndpoint = async (
  { writer }: Table,
  before: WebhookEndpoint,
  changes: Partial<WebhookEndpoint>,
  { at, actor, action, details }: Pick<AuditEntry, 'at' | 'actor' | 'action' | 'details'>,
  {
    isEvent = false,
    isFailing = false,
    others = [],
  }: {
    readonly isEvent?: boolean;
    readonly isFailing?: boolean;
    readonly others?: readonly WriteOperation[];
  } = {},
): Promise<WebhookEndpoint | undefined> => {
  const { organizationId, id, version, failingSince } = before;
  const after = { ...before, ...changes, updatedAt: at, version: version + 1 };
  const attributes = {
    ...endpointAttributes(changes),
    updatedAt: after.updatedAt,
    version: after.version,
    ...(changes.disabledReason !== undefined && { [TIME_TO_LIVE_ATTRIBUTE]: expiryOf(after) }),
  };
  const condition = {
    ConditionExpression: `#version = :read${isFailing ? ' AND failingSince = :failingSince' : ''}`,
    ExpressionAttributeValues: { ':read': version, ...(isFailing && { ':failingSince': failingSince }) },
  };
  const key = webhookEndpointKey(organizationId, id);
  const isChanged = await writer.transact([
    { update: updateOf(key, attributes, condition, isEvent ? COUNTED_EVENT : {}) },
    ...others,
    recordEntry(action, { organizationId, at, actor, targetId: id }, details),
  ]);
  return isChanged ? after : undefined;
};

/** Changes what attempts observe of an endpoint, without a new version. No-op if it was deleted. */
export const setObserved = async (
  { writer }: Table,
  { organizationId, id }: WebhookEndpoint,
  observed: Partial<Pick<WebhookEndpoint, 'failingSince' | 'slowSince'>>,
): Promise<void> => {
  const condition = { ConditionExpression: 'attribute_exists(pk)' };
  await writer.update(updateOf(webhookEndpointKey(organizationId, id), observed, condition));
};

/**
 * Publishes that an endpoint is failing, once per failing period. No-op if the period ended since it was
 * read.
 */
export const reportFailing = async (
  { writer }: Table,
  { organizationId, id, failingSince }: WebhookEndpoint,
): Promise<void> => {
  const condition = {
    ConditionExpression:
      '#failingSince = :reportedFailingSince AND attribute_not_exists(disabledReason) AND ' +
      '(attribute_not_exists(#reportedFailingSince) OR #reportedFailingSince <> :reportedFailingSince)',
    ExpressionAttributeNames: { '#failingSince': 'failingSince' },
  };
  const key = webhookEndpointKey(organizationId, id);
  await writer.update(updateOf(key, { reportedFailingSince: failingSince }, condition, COUNTED_EVENT));
};
