import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import type { DisabledReason } from '../../contract/webhook-views.ts';
import type { Table } from '../../table/table.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { disableEndpoint, markFailing, markHealthy } from './endpoint-repository.ts';

/**
 * The health of an endpoint after an attempt. The last two disable it: after a 410, or after days of
 * failures.
 */
export type EndpointHealth = 'healthy' | 'failing' | 'disable-gone' | 'disable-failing';

const SYSTEM: Actor = { id: 'system', name: 'system', from: null };

const disable = async (
  { writer }: Table,
  endpoint: WebhookEndpoint,
  reason: DisabledReason,
  now: string,
): Promise<void> => {
  const { organizationId, id, url, failingSince } = endpoint;
  // Both or neither: an endpoint that an admin modified since it was read stays enabled.
  await writer.transact([
    disableEndpoint(endpoint, reason, now),
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
 * Records the health of an endpoint after an attempt. Writes only if it changed.
 *
 * @param endpoint as it was read before the attempt
 * @param now the time of writing, as a timestamp
 */
export const recordEndpointHealth = async (
  store: Table,
  endpoint: WebhookEndpoint,
  health: EndpointHealth,
  now: string,
): Promise<void> => {
  if (health === 'disable-gone') await disable(store, endpoint, 'gone', now);
  else if (health === 'disable-failing') await disable(store, endpoint, 'failing', now);
  else if (health === 'failing' && endpoint.failingSince === null) await markFailing(store, endpoint, now);
  else if (health === 'healthy' && endpoint.failingSince !== null) await markHealthy(store, endpoint);
};
