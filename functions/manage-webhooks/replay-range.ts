import { encodeCursor } from '../../shared/contract/cursor.ts';
import type { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import { readDeliveryPosition } from '../../shared/webhooks/deliveries/delivery-position.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { positionOf } from '../middleware/next-page.ts';
import { foundOr404 } from '../middleware/not-found.ts';

export const createReplayRange =
  (webhooks: Pick<WebhookManager, 'replayRange'>): AdminHandler<typeof WEBHOOK_ROUTES.replayWebhooks> =>
  async ({ principal: { organizationId, actor }, id, body: { cursor, ...range } }) => {
    const scope = ['replay', organizationId, id, range.after, range.before, ...range.states];
    const request = { ...range, position: positionOf(scope, cursor, readDeliveryPosition(range)) };
    const result = await webhooks.replayRange(organizationId, id, request, actor);
    const { next, ...counts } = foundOr404(result, 'webhook endpoint');
    return {
      status: 202,
      body: next === undefined ? counts : { ...counts, nextCursor: encodeCursor(scope, next) },
    };
  };
