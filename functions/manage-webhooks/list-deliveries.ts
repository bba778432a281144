import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { viewOfDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { readDeliveryPosition } from '../../shared/webhooks/deliveries/delivery-position.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { nextPage, positionOf } from '../middleware/next-page.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createListDeliveries =
  (webhooks: Pick<WebhookManager, 'deliveries'>): AdminHandler<typeof WEBHOOK_ROUTES.listWebhookDeliveries> =>
  async (request) => {
    const { organizationId } = request.principal;
    const { limit, cursor, ...filters } = request.query;
    const { state, after, before } = filters;
    const scope = ['deliveries', organizationId, request.id, state, after, before];
    const selection = { organizationId, endpointId: request.id, ...filters };
    const position = positionOf(scope, cursor, readDeliveryPosition({ after, before }));
    const page = foundOr404(await webhooks.deliveries(selection, { limit, position }), 'webhook endpoint');
    const next = nextPage(scope, page.next, request);
    return { body: { items: page.deliveries.map(viewOfDelivery), ...next.body }, headers: next.headers };
  };
