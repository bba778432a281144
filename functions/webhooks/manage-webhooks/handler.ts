import { DESTINATION_TYPES, DESTINATIONS } from '../../../shared/contract/webhooks/destinations.ts';
import { trustPolicy } from '../../../shared/contract/webhooks/role-policies.ts';
import { MAX_UNDELIVERED } from '../../../shared/contract/webhooks/webhook-limits.ts';
import type { EndpointActivity, Undelivered } from '../../../shared/contract/webhooks/webhook-views.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { WEBHOOK_ROUTES } from '../../../shared/operations/admin-api/webhooks.ts';
import type { Messages } from '../../../shared/runtime/sqs-messages.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import { viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import type { DeliveryQueue } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import {
  type ActivitySpan,
  readEndpointActivity,
} from '../../../shared/webhooks/deliveries/endpoint-activity.ts';
import {
  countByState,
  listDeliveries,
  readDeliveryPosition,
  type StateCounts,
} from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import {
  createEndpoint,
  type EndpointDependencies,
} from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import {
  type ServiceIdentity,
  viewOfEndpoint,
  type WebhookEndpoint,
} from '../../../shared/webhooks/endpoints/endpoint.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { listEndpoints } from '../../../shared/webhooks/endpoints/list-endpoints.ts';
import { rotateSecret } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import { updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { sendTestEvent } from '../../../shared/webhooks/fan-out/send-test-event.ts';
import { type ReplayMessage, viewOfReplay } from '../../../shared/webhooks/replays/replay.ts';
import { readLatestReplay } from '../../../shared/webhooks/replays/replay-repository.ts';
import { startReplay } from '../../../shared/webhooks/replays/start-replay.ts';
import { type AdminOperation, forAdminsTo } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { requireFound } from '../../http/not-found.ts';

export interface WebhookDependencies extends EndpointDependencies {
  readonly queue: DeliveryQueue;
  /** The queue of events, and of replays. */
  readonly messages: Messages<ReplayMessage>;
  readonly service: ServiceIdentity;
}

/**
 * Webhooks carry all of the organization's data, so only admins decide where they go and see what was sent.
 */
const forAdmins = forAdminsTo('manage webhooks');

const viewOfCounts = ({ retrying, failed, missed }: StateCounts): Undelivered => ({
  retrying: retrying.count,
  failed: failed.count,
  missed: missed.count,
  oldestAt: [retrying, failed, missed].flatMap(({ oldestAt }) => oldestAt ?? []).toSorted()[0] ?? null,
});

export const createOperations = (dependencies: WebhookDependencies): readonly AdminOperation[] => {
  const { store, queue, messages, service, policy } = dependencies;
  const viewNow = (endpoint: WebhookEndpoint) => viewOfEndpoint(endpoint, service, timestampOf(new Date()));
  return [
    forAdmins(WEBHOOK_ROUTES.listWebhookDestinations, async ({ principal: { organizationId } }) => {
      const { destinations = DESTINATION_TYPES } = policy;
      const items = destinations.map((type) => {
        const { name, example } = DESTINATIONS[type];
        return { type, name, example };
      });
      const trusted = trustPolicy(service.accountId, organizationId);
      return { body: { items, trustPolicy: trusted } };
    }),
    forAdmins(WEBHOOK_ROUTES.listWebhookEndpoints, async (request) => {
      const { organizationId } = request.principal;
      const { limit, cursor } = request.query;
      const scope = ['webhook-endpoints', organizationId];
      const position = positionOf(scope, cursor, collectionPosition());
      const page = await listEndpoints(store, organizationId, { limit, position });
      const next = nextPage(scope, page.next, request);
      return { body: { items: page.endpoints.map(viewNow), ...next.body }, headers: next.headers };
    }),
    forAdmins(
      WEBHOOK_ROUTES.createWebhookEndpoint,
      async ({ principal: { organizationId, actor }, body }) => {
        const { endpoint, secret } = await createEndpoint(dependencies, { organizationId, ...body }, actor);
        // Shows whether the role lets the service in.
        if (endpoint.roleArn !== null) {
          await sendTestEvent(store, queue, organizationId, endpoint.id, actor);
        }
        return { status: 201, body: { ...viewNow(endpoint), secret } };
      },
    ),
    forAdmins(WEBHOOK_ROUTES.getWebhookEndpoint, async ({ principal: { organizationId }, id, query }) => {
      const endpoint = viewNow(
        requireFound(await readEndpoint(store, organizationId, id), 'webhook endpoint'),
      );
      const { include } = query;
      const activityOf = async (span: ActivitySpan): Promise<EndpointActivity | null> =>
        include.has(span) ? readEndpointActivity(store.reader, organizationId, id, span, Date.now()) : null;
      const selection = { organizationId, endpointId: id, after: query.after, before: query.before };
      const [replay, lastDay, lastWeek, counts] = await Promise.all([
        include.has('latestReplay') ? readLatestReplay(store.reader, organizationId, id) : undefined,
        activityOf('lastDay'),
        activityOf('lastWeek'),
        include.has('undelivered') ? countByState(store, selection, MAX_UNDELIVERED) : undefined,
      ]);
      const latestReplay = replay === undefined ? null : viewOfReplay(replay);
      const undelivered = counts === undefined ? null : viewOfCounts(counts);
      return { body: { ...endpoint, latestReplay, lastDay, lastWeek, undelivered } };
    }),
    forAdmins(
      WEBHOOK_ROUTES.updateWebhookEndpoint,
      async ({ principal: { organizationId, actor }, id, body }) => {
        const updated = await updateEndpoint(dependencies, organizationId, id, body, actor);
        return { body: viewNow(requireFound(updated, 'webhook endpoint')) };
      },
    ),
    forAdmins(WEBHOOK_ROUTES.deleteWebhookEndpoint, async ({ principal: { organizationId, actor }, id }) => {
      const deleted = await deleteEndpoint(store, organizationId, id, actor);
      return { body: viewNow(requireFound(deleted, 'webhook endpoint')) };
    }),
    forAdmins(WEBHOOK_ROUTES.testWebhookEndpoint, async ({ principal: { organizationId, actor }, id }) => {
      const delivery = await sendTestEvent(store, queue, organizationId, id, actor);
      return { status: 202, body: viewOfDelivery(requireFound(delivery, 'webhook endpoint')) };
    }),
    forAdmins(WEBHOOK_ROUTES.rotateWebhookSecret, async ({ principal, id, query }) => {
      const { organizationId, actor } = principal;
      const rotated = await rotateSecret(dependencies, organizationId, id, actor, query.signature);
      const { endpoint, secret } = requireFound(rotated, 'webhook endpoint');
      return { status: 201, body: { ...viewNow(endpoint), secret } };
    }),
    forAdmins(WEBHOOK_ROUTES.listWebhookDeliveries, async (request) => {
      const { organizationId } = request.principal;
      const { limit, cursor, state: states, after, before } = request.query;
      const scope = ['deliveries', organizationId, request.id, [...states].sort().join(), after, before];
      const position = positionOf(scope, cursor, readDeliveryPosition({ after, before }));
      requireFound(await readEndpoint(store, organizationId, request.id), 'webhook endpoint');
      const selection = { organizationId, endpointId: request.id, states, after, before };
      const page = await listDeliveries(store, selection, { limit, position });
      const next = nextPage(scope, page.next, request);
      return { body: { items: page.deliveries.map(viewOfDelivery), ...next.body }, headers: next.headers };
    }),
    forAdmins(WEBHOOK_ROUTES.replayWebhooks, async ({ principal: { organizationId, actor }, id, body }) => {
      const replay = await startReplay(store, messages, organizationId, id, body, actor);
      return { status: 202, body: viewOfReplay(requireFound(replay, 'webhook endpoint')) };
    }),
    forAdmins(WEBHOOK_ROUTES.getWebhookDelivery, async ({ principal: { organizationId }, id }) => {
      const delivery = await readDeliveryWithPayload(store, organizationId, id);
      return { body: requireFound(delivery, 'delivery') };
    }),
    forAdmins(WEBHOOK_ROUTES.replayWebhookDelivery, async ({ principal: { organizationId, actor }, id }) => {
      const delivery = await replayDelivery(store, queue, organizationId, id, actor);
      return { status: 202, body: viewOfDelivery(requireFound(delivery, 'delivery')) };
    }),
  ];
};
