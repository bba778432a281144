import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createRotateSecret =
  (webhooks: WebhookManager): AdminHandler<typeof WEBHOOK_ROUTES.rotateWebhookSecret> =>
  async ({ principal: { organizationId, actor }, id }) => {
    const rotated = await webhooks.rotateSecret(organizationId, id, actor);
    const { endpoint, secret } = foundOr404(rotated, 'webhook endpoint');
    return { status: 201, body: { ...viewOfEndpoint(endpoint, timestampOf(new Date())), secret } };
  };
