import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createUpdateEndpoint =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.updateWebhookEndpoint> =>
  async ({ principal: { organizationId, actor }, id, body }) => {
    const updated = await webhooks.update(organizationId, id, body, actor);
    return { body: viewOfEndpoint(foundOr404(updated, 'webhook endpoint'), timestampOf(new Date())) };
  };
