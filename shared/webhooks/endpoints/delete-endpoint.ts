import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { webhookEndpointKey } from '../../table/items/webhook-keys.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readEndpoint } from './endpoint-repository.ts';

/**
 * Deletes an endpoint. Its pending deliveries are dropped, and its deliveries are no longer listed.
 *
 * @param options.isByKey whether to delete only an endpoint that was created with an API key
 * @returns the deleted endpoint, or `undefined` if the organization has none with this id
 */
export const deleteEndpoint = async (
  store: Table,
  organizationId: string,
  id: string,
  actor: Actor,
  { isByKey = false } = {},
): Promise<WebhookEndpoint | undefined> => {
  const endpoint = await readEndpoint(store, organizationId, id);
  if (endpoint === undefined || (isByKey && endpoint.apiKeyId === null)) return undefined;
  const { url, description, events } = endpoint;
  const isDeleted = await store.writer.transact([
    {
      delete: {
        Key: { ...webhookEndpointKey(organizationId, id) },
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    recordEntry({
      organizationId,
      at: timestampOf(new Date()),
      actor,
      action: 'webhook_endpoint.deleted',
      targetId: id,
      details: { url, description, events },
    }),
  ]);
  return isDeleted ? endpoint : undefined;
};
