import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { viewOfDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createReplayDelivery =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.replayWebhookDelivery> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const delivery = foundOr404(await webhooks.replay(organizationId, id, actor), 'delivery');
    return { status: 202, body: viewOfDelivery(delivery) };
  };
