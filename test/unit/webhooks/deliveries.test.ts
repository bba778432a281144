import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { webhookDeliveryKey } from '../../../shared/table/items/webhook-keys.ts';
import type { TableWriter } from '../../../shared/table/writer.ts';
import { type Delivery, viewOfDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import {
  changeDelivery,
  readDelivery,
  recordAttempt,
} from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { listDeliveries } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { replayDelivery } from '../../../shared/webhooks/deliveries/replay-delivery.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { startEngineProxy } from '../../support/engine/engine-proxy.ts';
import { functionTable } from '../../support/engine/function-table.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { ended, minute } from '../../support/webhooks/ended-delivery.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

const prepare = async () => {
  const fixture = createWebhookFixture(engine);
  const endpoint = await fixture.putEndpoint();
  const { organizationId } = fixture;
  const selection = { organizationId, endpointId: endpoint.id };
  return { fixture, endpoint, organizationId, selection };
};

/** Deletes all events of the feed, as if they had expired. */
const deleteFeed = async ({ organizationId, store }: WebhookFixture): Promise<void> => {
  const items = await engine.itemsOf(`FEED#${organizationId}`);
  const chunks = items.filter(({ sk }) => String(sk).startsWith('CHUNK#'));
  await store.writer.transact(chunks.map(({ pk, sk }) => ({ delete: { Key: { pk, sk } } })));
};

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The value is undefined.');
  return value;
};

const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ id }) => id);

describe('the deliveries to an endpoint', () => {
  it('lists deliveries newest event first, page by page, in any range', async () => {
    const { fixture, endpoint, selection } = await prepare();
    const other = await fixture.putEndpoint();
    const made: Delivery[] = [];
    for (let number = 0; number < 7; number++)
      made.unshift(await ended(fixture, endpoint, number, 'succeeded'));
    await ended(fixture, other, 3, 'succeeded');

    const found: string[] = [];
    let position: string | undefined;
    do {
      const page = await listDeliveries(fixture.store, selection, { limit: 3, position });
      found.push(...idsOf(page.deliveries));
      position = page.next;
    } while (position !== undefined);
    expect(found).toEqual(idsOf(made));

    const range = { ...selection, after: minute(1), before: minute(4) };
    const { deliveries } = await listDeliveries(fixture.store, range, { limit: 10 });
    expect(deliveries.map(({ eventTimestamp }) => eventTimestamp)).toEqual([minute(3), minute(2)]);
    const empty = { ...selection, after: minute(4), before: minute(1) };
    expect(await listDeliveries(fixture.store, empty, { limit: 10 })).toEqual({ deliveries: [] });
  });

  it('lists deliveries by state', async () => {
    const { fixture, endpoint, selection } = await prepare();
    const failed = await ended(fixture, endpoint, 1, 'failed');
    const missed = await ended(fixture, endpoint, 2, 'missed');
    await ended(fixture, endpoint, 3, 'succeeded');
    for (const [state, delivery] of [
      ['failed', failed],
      ['missed', missed],
    ] as const) {
      const page = await listDeliveries(
        fixture.store,
        { ...selection, states: new Set([state]) },
        { limit: 10 },
      );
      expect(page.deliveries).toMatchObject([{ id: delivery.id, state }]);
    }
  });

  it('lists deliveries as retrying from the first failure until an attempt succeeds', async () => {
    const { fixture, endpoint, selection } = await prepare();
    const { store } = fixture;
    const { id } = await fixture.newDelivery(endpoint, await fixture.inFeed(fixture.newEvent()));
    await fixture.attempt(id, { status: 500, error: 'x' }, { state: 'pending', delaySeconds: 60 });
    const listed = async (...states: ('retrying' | 'failed' | 'missed')[]) =>
      (await listDeliveries(store, { ...selection, states: new Set(states) }, { limit: 9 })).deliveries;
    expect((await listed('retrying')).map(viewOfDelivery)).toMatchObject([{ id, state: 'retrying' }]);
    expect(await listed('failed')).toEqual([]);
    await fixture.attempt(id, { status: 500, error: 'x' }, { state: 'pending', delaySeconds: 60 });
    expect(await listed('retrying')).toMatchObject([{ attemptCount: 2 }]);
    await fixture.attempt(id, { status: 204, error: null }, { state: 'succeeded' });
    expect(await listed('retrying', 'failed', 'missed')).toEqual([]);
  });

  it('lists deliveries of several states in one order, page by page', async () => {
    const { fixture, endpoint, selection } = await prepare();
    const made: Delivery[] = [];
    for (const [number, state] of [
      [1, 'failed'],
      [2, 'missed'],
      [3, 'succeeded'],
      [4, 'missed'],
      [5, 'failed'],
      [6, 'failed'],
    ] as const) {
      const delivery = await ended(fixture, endpoint, number, state);
      if (state !== 'succeeded') made.push(delivery);
    }
    const states = new Set(['failed', 'missed'] as const);
    for (const isOldestFirst of [true, false]) {
      const found: string[] = [];
      let position: string | undefined;
      let pages = 0;
      do {
        const request = { limit: 2, position, isOldestFirst };
        const page = await listDeliveries(fixture.store, { ...selection, states }, request);
        expect(page.deliveries.length).toBeLessThanOrEqual(2);
        found.push(...idsOf(page.deliveries));
        position = page.next;
        pages += 1;
      } while (position !== undefined);
      expect(found).toEqual(idsOf(isOldestFirst ? made : made.toReversed()));
      expect(pages).toBe(3);
    }
  });
});

describe('an attempt besides the schedule', () => {
  it('records an attempt outside the schedule once, even if the response to the write was lost', async () => {
    const { fixture, endpoint, organizationId } = await prepare();
    const delivery = await ended(fixture, endpoint, 1, 'succeeded');
    const proxy = await startEngineProxy(engine.endpoint);
    onTestFinished(() => proxy.stop());
    let lost = 1;
    proxy.failWhen(() => (lost-- > 0 ? 'lost answer' : undefined));
    const attempt = { at: minute(2), status: 500, error: 'x', durationMilliseconds: 1, responseBody: null };
    const store = { ...fixture.store, ...functionTable({ ...engine, endpoint: proxy.url }) };
    await recordAttempt(store, delivery, attempt);
    expect(proxy.takeCalls().length).toBeGreaterThan(1);
    expect(await readDelivery(fixture.store, organizationId, delivery.id)).toMatchObject({
      attemptCount: delivery.attemptCount + 1,
      attempts: [...delivery.attempts, attempt],
    });
  });
});

describe('the replay of a delivery', () => {
  it.each(['failed', 'missed', 'succeeded'] as const)(
    'restarts the schedule of a delivery that %s',
    async (state) => {
      const { fixture, endpoint, organizationId, selection } = await prepare();
      const delivery = await ended(fixture, endpoint, 1, state);
      const before = existing(await fixture.readDelivery(delivery.id));
      await changeDelivery(fixture.store, before, { seriesAttempts: 10 }, minute(1));
      const replayed = await replayDelivery(fixture.store, fixture.queue, organizationId, delivery.id, ACTOR);
      expect(replayed).toMatchObject({
        id: delivery.id,
        state: 'pending',
        series: 2,
        seriesAttempts: 0,
        reason: null,
      });
      expect(await fixture.readDelivery(delivery.id)).toEqual(replayed);
      expect(fixture.queued.at(-1)).toMatchObject({
        lane: 'retry',
        message: { deliveryId: delivery.id, series: 2, attempt: 1 },
      });
      expect(await fixture.auditItems()).toMatchObject([
        { action: 'webhook_delivery.replayed', targetId: delivery.id },
      ]);
      if (state === 'succeeded') return;
      const states = new Set([state]);
      expect(
        (await listDeliveries(fixture.store, { ...selection, states }, { limit: 9 })).deliveries,
      ).toEqual([]);
    },
  );

  it('replays a delivery repeatedly, even while it is pending', async () => {
    const { fixture, endpoint, organizationId } = await prepare();
    const { id } = await ended(fixture, endpoint, 1, 'failed');
    for (const series of [2, 3]) {
      const replayed = await replayDelivery(fixture.store, fixture.queue, organizationId, id, ACTOR);
      expect(replayed?.series).toBe(series);
    }
  });

  it('rejects one of two concurrent replays', async () => {
    const { fixture, endpoint, organizationId } = await prepare();
    const delivery = await ended(fixture, endpoint, 1, 'failed');
    const { writer } = fixture.store;
    const transact: TableWriter['transact'] = async (operations) => {
      const stored = existing(await fixture.readDelivery(delivery.id));
      const other = { state: 'pending', series: 2, seriesAttempts: 0, nextAttemptAt: minute(2) } as const;
      await changeDelivery(fixture.store, stored, other, minute(2));
      return writer.transact(operations);
    };
    const store = { ...fixture.store, writer: { ...writer, transact } };
    const replayed = replayDelivery(store, fixture.queue, organizationId, delivery.id, ACTOR);
    await expect(replayed).rejects.toThrow('An attempt of the delivery is in progress.');
    expect(fixture.queued.filter(({ lane }) => lane === 'retry')).toEqual([]);
  });

  it('keeps the delivery until its schedule ends, even if its event expires before', async () => {
    const { fixture, endpoint, organizationId } = await prepare();
    const delivery = await ended(fixture, endpoint, 1, 'failed');
    await fixture.store.writer.update({
      Key: { ...webhookDeliveryKey(organizationId, delivery.id) },
      UpdateExpression: 'SET #ttl = :soon',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':soon': 1 },
    });
    await replayDelivery(fixture.store, fixture.queue, organizationId, delivery.id, ACTOR);
    const item = await fixture.deliveryItem(delivery.id);
    expect(Number(item?.['ttl']) - Date.now() / 1000).toBeGreaterThan(9.9 * 86_400);
  });

  it('rejects a replay of an event that is no longer stored, or to a disabled endpoint', async () => {
    const { fixture, endpoint, organizationId } = await prepare();
    const delivery = await ended(fixture, endpoint, 1, 'failed');
    const replay = () => replayDelivery(fixture.store, fixture.queue, organizationId, delivery.id, ACTOR);
    await deleteFeed(fixture);
    await expect(replay()).rejects.toThrow('The event is no longer stored');
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'failed', series: 1 });

    const disabled = await fixture.putEndpoint({ disabledReason: 'admin' });
    const missed = await fixture.newDelivery(disabled);
    const replayed = replayDelivery(fixture.store, fixture.queue, organizationId, missed.id, ACTOR);
    await expect(replayed).rejects.toThrow('The endpoint is disabled. Enable it first.');
    expect(await fixture.auditItems()).toEqual([]);
  });

  it('returns nothing for another organization', async () => {
    const { fixture, endpoint } = await prepare();
    const other = createWebhookFixture(engine);
    const { id } = await ended(fixture, endpoint, 1, 'failed');
    expect(await replayDelivery(other.store, other.queue, other.organizationId, id, ACTOR)).toBeUndefined();
    expect(other.queued).toEqual([]);
  });
});
