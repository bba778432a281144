import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import { webhookEndpointKey } from '../../table/items/webhook-keys.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { readEndpoint } from './endpoint-repository.ts';
import { moveTarget } from './endpoint-target.ts';

/**
 * Deletes an endpoint. Its pending deliveries are dropped, and its deliveries are no longer listed.
 *
 * @param options.isByKey whether to delete only an endpoint that was created with an API key
 * @returns the deleted endpoint, or `undefined` if the organization has none with this id
 */
export const deleteEndpoint = (
  store: Table,
  organizationId: string,
  id: string,
  actor: Actor,
  { isByKey = false } = {},
): Promise<WebhookEndpoint | undefined> =>
  retryLostRaces(async () => {
    const endpoint = await readEndpoint(store, organizationId, id);
    if (endpoint === undefined || (isByKey && endpoint.apiKeyId === null)) return undefined;
    const { url, description, eventTypes, version } = endpoint;
    const isDeleted = await store.writer.transact([
      { delete: { Key: { ...webhookEndpointKey(organizationId, id) }, ...unchangedSince(version) } },
      ...(await moveTarget(store, endpoint, undefined)),
      recordEntry(
        'webhook_endpoint.deleted',
        { organizationId, actor, targetId: id },
        { url, description, eventTypes },
      ),
    ]);
    return isDeleted ? endpoint : LOST;
  });
