import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { nextPage, positionOf } from '../middleware/next-page.ts';

export const createListEndpoints =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.listWebhookEndpoints> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor } = request.query;
    const scope = ['webhook-endpoints', organizationId];
    const page = await webhooks.list(organizationId, { limit, position: positionOf(scope, cursor) });
    const next = nextPage(scope, page.next, request);
    const now = timestampOf(new Date());
    const items = page.endpoints.map((endpoint) => viewOfEndpoint(endpoint, now));
    return { body: { items, ...next.body }, headers: next.headers };
  };
