import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createGetEndpoint =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.getWebhookEndpoint> =>
  async ({ principal: { organizationId }, id }) => {
    const endpoint = foundOr404(await webhooks.get(organizationId, id), 'webhook endpoint');
    return { body: viewOfEndpoint(endpoint, timestampOf(new Date())) };
  };
