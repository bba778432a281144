import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';

export const createCreateEndpoint =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.createWebhookEndpoint> =>
  async ({ principal: { organizationId, actor }, body }) => {
    const { endpoint, secret } = await webhooks.create({ organizationId, ...body }, actor);
    return { status: 201, body: { ...viewOfEndpoint(endpoint, timestampOf(new Date())), secret } };
  };
