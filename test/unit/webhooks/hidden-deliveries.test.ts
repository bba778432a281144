import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limitFeed } from '../../../shared/events/feed/feed-head.ts';
import type { Delivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import { changeDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { listDeliveries } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { replayAll } from '../../support/webhooks/replays.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/webhook-fixture.ts';

const engine = useEngine();
const START = Date.UTC(2026, 2, 1);
const timeOf = (day: number): string => new Date(START + day * 86_400_000).toISOString();

let fixture: WebhookFixture;
let endpoint: WebhookEndpoint;
let deliveries: readonly Delivery[];

const failedAt = async (day: number): Promise<Delivery> => {
  vi.setSystemTime(timeOf(day));
  const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(fixture.newEvent()));
  await changeDelivery(fixture.store, delivery, { state: 'failed', nextAttemptAt: null }, timeOf(day));
  return delivery;
};

/** Deliveries of an earlier and of a later event, of which the organization keeps only the later one. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  fixture = createWebhookFixture(engine);
  endpoint = await fixture.putEndpoint();
  deliveries = [await failedAt(0), await failedAt(9)];
  return () => vi.useRealTimers();
});

const limit = async (days: number | null): Promise<void> => {
  const { store, organizationId } = fixture;
  await store.writer.transact([await limitFeed(store.reader, organizationId, days, new Date())]);
};

const idsOf = ({ deliveries: listed }: Awaited<ReturnType<typeof listDeliveries>>) =>
  listed.map(({ id }) => id);

const list = async (page: Partial<Parameters<typeof listDeliveries>[2]> = {}) =>
  listDeliveries(
    fixture.store,
    { organizationId: fixture.organizationId, endpointId: endpoint.id },
    { limit: 10, ...page },
  );

describe('a delivery of an event that the organization no longer keeps', () => {
  it('omits deliveries of hidden events, even from a page that was started before', async () => {
    const [earlier, later] = deliveries.map(({ id }) => id);
    const { next: position } = await list({ limit: 1 });
    const { next: ascending } = await list({ limit: 1, isOldestFirst: true });
    expect(idsOf(await list({ position }))).toEqual([earlier]);
    await limit(7);
    expect(idsOf(await list())).toEqual([later]);
    expect(await list({ position })).toEqual({ deliveries: [] });
    expect(idsOf(await list({ position: ascending, isOldestFirst: true }))).toEqual([later]);
  });

  it('keeps deliveries hidden when the limit is lifted', async () => {
    await limit(7);
    await limit(null);
    expect(idsOf(await list())).toEqual([deliveries[1]?.id]);
  });

  it('neither shows nor replays the delivery', async () => {
    await limit(7);
    const { store, queue, organizationId } = fixture;
    const [earlier = '', later = ''] = deliveries.map(({ id }) => id);
    expect(await readDeliveryWithPayload(store, organizationId, earlier)).toBeUndefined();
    expect(await replayDelivery(store, queue, organizationId, earlier, ACTOR)).toBeUndefined();
    const selection = { after: timeOf(-1), before: timeOf(10), states: ['failed'] } as const;
    expect(await replayAll(fixture, endpoint.id, selection)).toMatchObject({ totalCount: 1, replayed: 1 });
    expect(await fixture.readDelivery(later)).toMatchObject({ state: 'pending' });
    expect(await fixture.readDelivery(earlier)).toMatchObject({ state: 'failed' });
  });
});
