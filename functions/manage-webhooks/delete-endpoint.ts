import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createDeleteEndpoint =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.deleteWebhookEndpoint> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const deleted = await webhooks.delete(organizationId, id, actor);
    return { body: viewOfEndpoint(foundOr404(deleted, 'webhook endpoint'), timestampOf(new Date())) };
  };
