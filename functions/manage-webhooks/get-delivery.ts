import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { viewOfDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createGetDelivery =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.getWebhookDelivery> =>
  async ({ principal: { organizationId }, id }) => {
    const { delivery, payload } = foundOr404(await webhooks.delivery(organizationId, id), 'delivery');
    return { body: { ...viewOfDelivery(delivery), payload } };
  };
