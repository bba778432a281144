import {
  missingToSubscribe,
  requiredToSubscribe,
} from '../../../shared/contract/events/event-permissions.ts';
import { CONTACT_PERMISSION, type Permission } from '../../../shared/contract/keys/permissions.ts';
import { missingPermissions } from '../../../shared/contract/problems.ts';
import { subscribeWebhookBody } from '../../../shared/contract/webhooks/webhook-bodies.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { WEBHOOK_ROUTES } from '../../../shared/operations/data-api/webhooks.ts';
import {
  createEndpoint,
  type EndpointDependencies,
} from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { readFirstSecret } from '../../../shared/webhooks/endpoints/first-secret.ts';
import { viewOfKeyEndpoint } from '../../../shared/webhooks/endpoints/key-endpoint-view.ts';
import type { SecretCipher } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { once } from '../../http/idempotency.ts';
import { keyActorOf } from '../../http/key-principal.ts';
import { toWebhookProblem } from '../../http/webhook-problems.ts';

/** The route with its body, whose schema the other functions of the data API need not load. */
export const CREATE_WEBHOOK_ENDPOINT = {
  ...WEBHOOK_ROUTES.createWebhookEndpoint,
  body: subscribeWebhookBody,
} as const;

export type CreateWebhookEndpointDependencies = EndpointDependencies & {
  readonly cipher: SecretCipher;
};

const { permission } = CREATE_WEBHOOK_ENDPOINT;
const CONTACT = [CONTACT_PERMISSION] as const;

/** The permissions that an endpoint needs for as long as it exists, one of each list. */
const requiredFor = (
  eventTypes: Parameters<typeof requiredToSubscribe>[0],
  includesContactDetails: boolean,
): readonly (readonly Permission[])[] => [
  [permission],
  ...requiredToSubscribe(eventTypes),
  ...(includesContactDetails ? [CONTACT] : []),
];

const withoutSecret = (endpoint: WebhookEndpoint) => ({ body: viewOfKeyEndpoint(endpoint) });

/**
 * Creates an endpoint for events that the key may read, with contact details if it may read those. The write
 * checks the key again, in case it was just revoked. A repetition reads the secret from the endpoint: the
 * stored response has none.
 */
export const createCreateWebhookEndpoint =
  (dependencies: CreateWebhookEndpointDependencies): DataHandler<typeof CREATE_WEBHOOK_ENDPOINT> =>
  async (request) => {
    const { principal, body, from } = request;
    const { eventTypes } = body;
    const { organizationId, keyId, permissions } = principal;
    const missing = missingToSubscribe(eventTypes, permissions);
    if (missing.length > 0) throw missingPermissions(missing, 'a subscription to these event types');
    const includesContactDetails = permissions.has(CONTACT_PERMISSION);
    const check = requireKeyPermissions(keyId, requiredFor(eventTypes, includesContactDetails));
    let secret: string | null | undefined;
    try {
      const first = await once<ReturnType<typeof viewOfKeyEndpoint>>(
        dependencies.store.reader,
        CREATE_WEBHOOK_ENDPOINT,
        request,
        async (keep) => {
          const created = await createEndpoint(
            dependencies,
            { ...body, organizationId, includesContactDetails },
            keyActorOf(principal, from),
            { id: keyId, check, alsoWrite: (endpoint) => keep(withoutSecret(endpoint)) },
          );
          ({ secret } = created);
          return withoutSecret(created.endpoint);
        },
      );
      secret ??= await readFirstSecret(dependencies, organizationId, first.body.id);
      return { status: 201, body: { ...first.body, secret } };
    } catch (error) {
      throw toWebhookProblem(error);
    }
  };
