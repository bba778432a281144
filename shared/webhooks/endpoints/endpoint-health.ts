import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import type { DisabledReason } from '../../contract/webhook-views.ts';
import type { Table } from '../../table/table.ts';
import { webhookEndpointKey } from '../../table/webhook-keys.ts';
import type { EndpointState } from '../delivery-policy.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Who disables an endpoint that is gone or failed for days. */
const SYSTEM: Actor = { id: 'system', name: 'system', from: null };

/**
 * Disables an endpoint and says so in the audit log. Does nothing if it is disabled or deleted already, or was
 * changed since it was read: then it may have been mended.
 */
const disable = async (
  { writer }: Table,
  endpoint: WebhookEndpoint,
  reason: DisabledReason,
  now: string,
): Promise<void> => {
  const { organizationId, id, url, failingSince } = endpoint;
  await writer.transact([
    {
      update: {
        Key: { ...webhookEndpointKey(organizationId, id) },
        UpdateExpression:
          'SET disabledReason = :reason, disabledAt = :now, updatedAt = :now ADD version :one',
        ConditionExpression:
          'attribute_exists(pk) AND attribute_not_exists(disabledReason) AND updatedAt = :read',
        ExpressionAttributeValues: {
          ':reason': reason,
          ':now': now,
          ':one': 1,
          ':read': endpoint.updatedAt,
        },
      },
    },
    recordEntry({
      organizationId,
      at: now,
      actor: SYSTEM,
      action: 'webhook_endpoint.disabled',
      targetId: id,
      details: { url, reason, failingSince },
    }),
  ]);
};

/**
 * Keeps in mind how an endpoint does after an attempt. Writes only where that changes.
 *
 * @param endpoint as it was read before the attempt
 * @param now the time of writing, as a timestamp
 */
export const noteEndpointState = async (
  store: Table,
  endpoint: WebhookEndpoint,
  state: EndpointState,
  now: string,
): Promise<void> => {
  const Key = { ...webhookEndpointKey(endpoint.organizationId, endpoint.id) };
  if (state === 'disable-gone') await disable(store, endpoint, 'gone', now);
  else if (state === 'disable-failing') await disable(store, endpoint, 'failing', now);
  else if (state === 'failing' && endpoint.failingSince === null) {
    await store.writer.update({
      Key,
      UpdateExpression: 'SET failingSince = :now',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(failingSince)',
      ExpressionAttributeValues: { ':now': now },
    });
  } else if (state === 'healthy' && endpoint.failingSince !== null) {
    await store.writer.update({
      Key,
      UpdateExpression: 'REMOVE failingSince',
      ConditionExpression: 'attribute_exists(pk)',
    });
  }
};
