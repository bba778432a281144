import { ADMIN_RESPONSE_BODIES } from '../../../shared/contract/admin-response-bodies.ts';
import { type DeliveredType, TEST_EVENT_TYPE } from '../../../shared/contract/events/event-types.ts';
import { type Api, bodyOf, expectStatus, expectThat, waitFor } from './api.ts';
import type { RunCheck } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';

/** The stream of a new stack can take minutes to start. */
const DELIVERY_SECONDS = 240;

export const createEndpoint = (run: RunCheck, { receiver }: VerifiedService, admin: Api | undefined) =>
  run('admin API: registers a webhook endpoint', [admin], async (call) => {
    const body = { url: receiver.url, eventTypes: ['person.*'] };
    const answer = await call('/webhook-endpoints', { method: 'POST', body });
    return bodyOf(answer, ADMIN_RESPONSE_BODIES.IssuedWebhookEndpoint, 201);
  });

export type CreatedEndpoint = Awaited<ReturnType<typeof createEndpoint>>;

/**
 * Checks that events arrive at the endpoint: from the table's stream over bus, fan-out and queues to a
 * recorded attempt. Each kind of change is its own check, because the stream's records differ: a
 * deletion has no new image.
 *
 * @param changed whether a person was created, changed and deleted
 */
export const checkDeliveries = async (
  run: RunCheck,
  { receiver }: VerifiedService,
  {
    admin,
    endpoint,
    changed,
  }: { admin: Api | undefined; endpoint: CreatedEndpoint; changed: true | undefined },
  signal: AbortSignal,
) => {
  const expectAttempt = async (call: Api, endpointId: string, type: DeliveredType): Promise<void> => {
    const readAttempt = async () => {
      const answer = await call(`/webhook-endpoints/${endpointId}/deliveries?limit=50`);
      const { items } = bodyOf(answer, ADMIN_RESPONSE_BODIES.DeliveryPage);
      return items.find(({ eventType }) => eventType === type)?.attempts[0];
    };
    const waitedFor = `attempt to deliver ${type}`;
    const { status, error } = await waitFor(readAttempt, { seconds: DELIVERY_SECONDS, waitedFor, signal });
    expectThat(status !== null || !receiver.isReachable, `${error}`);
  };
  const checkDelivery = (change: string, type: DeliveredType) =>
    run(`webhooks: ${change} is delivered`, [admin, endpoint, changed], (call, { id }) =>
      expectAttempt(call, id, type),
    );
  await checkDelivery('a creation', 'person.created');
  await checkDelivery('an update', 'person.updated');
  await checkDelivery('a deletion (a stream record without a new image)', 'person.deleted');
  await run('webhooks: a test event is delivered', [admin, endpoint], async (call, { id }) => {
    expectStatus(await call(`/webhook-endpoints/${id}/test`, { method: 'POST' }), 202);
    await expectAttempt(call, id, TEST_EVENT_TYPE);
  });
};

export const checkRotation = (run: RunCheck, admin: Api | undefined, endpoint: CreatedEndpoint) =>
  run('admin API: rotates a signing secret', [admin, endpoint], async (call, { id, secret }) => {
    const answer = await call(`/webhook-endpoints/${id}/rotate-secret`, { method: 'POST' });
    const rotated = bodyOf(answer, ADMIN_RESPONSE_BODIES.IssuedWebhookEndpoint, 201);
    expectThat(rotated.secret !== secret, 'the secret is still the same');
  });

export const deleteEndpoint = (run: RunCheck, admin: Api | undefined, endpoint: CreatedEndpoint) =>
  run('admin API: deletes a webhook endpoint', [admin, endpoint], async (call, { id }) =>
    expectStatus(await call(`/webhook-endpoints/${id}`, { method: 'DELETE' }), 200),
  );
