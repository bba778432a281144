import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { collectionPosition } from '../../shared/table/positions.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { nextPage, positionOf } from '../middleware/next-page.ts';

export const createListEndpoints =
  (webhooks: Pick<WebhookManager, 'list'>): AdminHandler<typeof WEBHOOK_ROUTES.listWebhookEndpoints> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor } = request.query;
    const scope = ['webhook-endpoints', organizationId];
    const position = positionOf(scope, cursor, collectionPosition());
    const page = await webhooks.list(organizationId, { limit, position });
    const next = nextPage(scope, page.next, request);
    const now = timestampOf(new Date());
    const items = page.endpoints.map((endpoint) => viewOfEndpoint(endpoint, now));
    return { body: { items, ...next.body }, headers: next.headers };
  };
