import type { WEBHOOK_ROUTES } from '../../../shared/operations/data-api/webhooks.ts';
import type { Table } from '../../../shared/table/table.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { viewOfKeyEndpoint } from '../../../shared/webhooks/endpoints/key-endpoint-view.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { keyActorOf } from '../../http/key-principal.ts';
import { requireFound } from '../../http/not-found.ts';

/**
 * Any key that manages webhooks may delete what another one created: the connection may have got a new key.
 */
export const createDeleteWebhookEndpoint =
  (store: Table): DataHandler<typeof WEBHOOK_ROUTES.deleteWebhookEndpoint> =>
  async ({ principal, id, from }) => {
    const actor = keyActorOf(principal, from);
    const deleted = await deleteEndpoint(store, principal.organizationId, id, actor, { isByKey: true });
    return { body: viewOfKeyEndpoint(requireFound(deleted, 'webhook endpoint')) };
  };
