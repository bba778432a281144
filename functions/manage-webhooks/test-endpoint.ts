import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { viewOfDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createTestEndpoint =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.testWebhookEndpoint> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const delivery = foundOr404(await webhooks.test(organizationId, id, actor), 'webhook endpoint');
    return { status: 202, body: viewOfDelivery(delivery) };
  };
