import type { WEBHOOK_ROUTES } from '../../../shared/operations/data-api/webhooks.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { viewOfKeyEndpoint } from '../../../shared/webhooks/endpoints/key-endpoint-view.ts';
import { listEndpoints } from '../../../shared/webhooks/endpoints/list-endpoints.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';

/** The URLs of admins' endpoints may contain secrets, so keys see only what keys created. */
export const createListWebhookEndpoints =
  ({ reader }: { readonly reader: TableReader }): DataHandler<typeof WEBHOOK_ROUTES.listWebhookEndpoints> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor } = request.query;
    const scope = ['key-webhook-endpoints', organizationId];
    const position = positionOf(scope, cursor, collectionPosition());
    const page = await listEndpoints({ reader }, organizationId, { limit, position, isByKey: true });
    const next = nextPage(scope, page.next, request);
    return {
      body: { items: page.endpoints.map(viewOfKeyEndpoint), ...next.body },
      headers: next.headers,
    };
  };
