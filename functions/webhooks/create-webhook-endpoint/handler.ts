import { missingToSubscribe, requiredToSubscribe } from '../../../shared/contract/event-permissions.ts';
import { CONTACT_PERMISSION } from '../../../shared/contract/permissions.ts';
import { missingPermissions } from '../../../shared/contract/problems.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { subscribeWebhookBody } from '../../../shared/contract/webhook-bodies.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import {
  createEndpoint,
  type EndpointDependencies,
} from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { viewOfKeyEndpoint } from '../../../shared/webhooks/endpoints/key-endpoint-view.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { keyActorOf } from '../../http/key-principal.ts';
import { toWebhookProblem } from '../../http/webhook-problems.ts';

/** The route with its body, whose schema the other functions of the data API need not load. */
export const CREATE_WEBHOOK_ENDPOINT = {
  ...ROUTES.createWebhookEndpoint,
  body: subscribeWebhookBody,
} as const;

const { permission } = CREATE_WEBHOOK_ENDPOINT;

/**
 * Creates an endpoint for events that the key may read, with contact details if it may read those. The write
 * checks the key again, in case it was just revoked.
 */
export const createCreateWebhookEndpoint =
  (
    dependencies: EndpointDependencies,
  ): DataHandler<typeof CREATE_WEBHOOK_ENDPOINT, ResponseBody<'createWebhookEndpoint'>> =>
  async ({ principal, body: { url, eventTypes, description }, from }) => {
    const missing = missingToSubscribe(eventTypes, principal.permissions);
    if (missing.length > 0) throw missingPermissions(missing, 'a subscription to these event types');
    const { organizationId, keyId } = principal;
    const includesContactDetails = principal.permissions.has(CONTACT_PERMISSION);
    const required = [[permission], ...requiredToSubscribe(eventTypes)];
    const check = requireKeyPermissions(
      keyId,
      includesContactDetails ? [...required, [CONTACT_PERMISSION]] : required,
    );
    try {
      const { endpoint, secret } = await createEndpoint(
        dependencies,
        { organizationId, url, eventTypes, description, includesContactDetails },
        keyActorOf(principal, from),
        { id: keyId, check },
      );
      return { status: 201, body: { ...viewOfKeyEndpoint(endpoint), secret } };
    } catch (error) {
      throw toWebhookProblem(error);
    }
  };
