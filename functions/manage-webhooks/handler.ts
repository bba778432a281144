import type { AdminRoute } from '../../shared/contract/admin-route.ts';
import { invalidRequest, ProblemError } from '../../shared/contract/problems.ts';
import { WEBHOOK_ROUTES } from '../../shared/contract/webhook-routes.ts';
import type { WebhookManager } from '../../shared/webhooks/manage.ts';
import { EndpointUrlError, WebhookConflictError } from '../../shared/webhooks/webhook-errors.ts';
import { type AdminHandler, type AdminOperation, adminOperation } from '../middleware/admin-function.ts';
import { requireAdmin } from '../middleware/require-admin.ts';
import { createCreateEndpoint } from './create-endpoint.ts';
import { createDeleteEndpoint } from './delete-endpoint.ts';
import { createGetDelivery } from './get-delivery.ts';
import { createGetEndpoint } from './get-endpoint.ts';
import { createListDeliveries } from './list-deliveries.ts';
import { createListEndpoints } from './list-endpoints.ts';
import { createReplayDelivery } from './replay-delivery.ts';
import { createReplayRange } from './replay-range.ts';
import { createRotateSecret } from './rotate-secret.ts';
import { createTestEndpoint } from './test-endpoint.ts';
import { createUpdateEndpoint } from './update-endpoint.ts';

/** Webhooks carry all of the organization's data, so that only admins decide where they go and see what went. */
const forAdmins = <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation =>
  adminOperation<R>(route, (request) => {
    requireAdmin(request.principal, 'manage webhooks');
    return handle(request);
  });

/** What this function does, by route. */
export const createOperations = (webhooks: WebhookManager): readonly AdminOperation[] => [
  forAdmins(WEBHOOK_ROUTES.listWebhookEndpoints, createListEndpoints(webhooks)),
  forAdmins(WEBHOOK_ROUTES.createWebhookEndpoint, createCreateEndpoint(webhooks)),
  forAdmins(WEBHOOK_ROUTES.getWebhookEndpoint, createGetEndpoint(webhooks)),
  forAdmins(WEBHOOK_ROUTES.updateWebhookEndpoint, createUpdateEndpoint(webhooks)),
  forAdmins(WEBHOOK_ROUTES.deleteWebhookEndpoint, createDeleteEndpoint(webhooks)),
  forAdmins(WEBHOOK_ROUTES.testWebhookEndpoint, createTestEndpoint(webhooks)),
  forAdmins(WEBHOOK_ROUTES.rotateWebhookSecret, createRotateSecret(webhooks)),
  forAdmins(WEBHOOK_ROUTES.listWebhookDeliveries, createListDeliveries(webhooks)),
  forAdmins(WEBHOOK_ROUTES.replayWebhooks, createReplayRange(webhooks)),
  forAdmins(WEBHOOK_ROUTES.getWebhookDelivery, createGetDelivery(webhooks)),
  forAdmins(WEBHOOK_ROUTES.replayWebhookDelivery, createReplayDelivery(webhooks)),
];

/** Problems of what can happen to webhooks. */
export const toWebhookProblem = (error: unknown): unknown => {
  if (error instanceof WebhookConflictError) return new ProblemError('conflict', error.message);
  if (error instanceof EndpointUrlError) return invalidRequest([{ parameter: 'url', detail: error.message }]);
  return error;
};
