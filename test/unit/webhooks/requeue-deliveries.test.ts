import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequeuer } from '../../../functions/webhooks/requeue-deliveries/handler.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { attemptOf, messageOf, secondsAfter } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { settleDelivery } from '../../../shared/webhooks/sending/settle-attempt.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());
const NOW = '2026-03-02T10:00:00.000Z';
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const HOUR = 3_600;
const ATTEMPT = { at: NOW, status: 500, durationMilliseconds: 1, error: 'x', responseBody: '' };

/**
 * Runs `requeue-deliveries` as if this many seconds had passed. Returns only the messages of this fixture,
 * since all fixtures share the index.
 */
const requeue = async (fixture: WebhookFixture, seconds: number, remainingSeconds = 60) => {
  const before = fixture.queued.length;
  vi.setSystemTime(secondsAfter(NOW, seconds));
  const run = createRequeuer(fixture)(undefined, {
    getRemainingTimeInMillis: () => remainingSeconds * 1_000,
  });
  vi.setSystemTime(NOW);
  await run;
  return fixture.queued
    .slice(before)
    .filter(({ message }) => message.organizationId === fixture.organizationId);
};

describe('requeueing due deliveries', () => {
  it('skips queued deliveries, and requeues lost ones after 15 minutes', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    expect(await requeue(fixture, 800)).toEqual([]);
    expect(await requeue(fixture, 1_000)).toEqual([{ message: messageOf(delivery), lane: 'retry' }]);
    // It counts as queued for another 15 minutes.
    expect(await requeue(fixture, 1_800)).toEqual([]);
    expect(await requeue(fixture, 2_000)).toHaveLength(1);
  });

  it('queues deliveries after long waits', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    const settlement = { state: 'pending', delaySeconds: 2 * HOUR } as const;
    await settleDelivery(fixture.store, delivery, settlement, ATTEMPT, NOW);
    expect(await requeue(fixture, 2 * HOUR - 10)).toEqual([]);
    const queued = await requeue(fixture, 2 * HOUR + 10);
    expect(queued).toMatchObject([{ message: { deliveryId: delivery.id, series: 1, attempt: 2 } }]);
  });

  it('retries deliveries that it claimed but could not queue', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.newDelivery(await fixture.putEndpoint());
    fixture.state.isQueueDown = true;
    await expect(requeue(fixture, 1_000)).rejects.toThrow('The queue is down.');
    fixture.state.isQueueDown = false;
    expect(await requeue(fixture, 1_001)).toEqual([]);
    expect(await requeue(fixture, 1_000 + 901)).toHaveLength(1);
  });

  it('skips completed deliveries', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    await settleDelivery(fixture.store, delivery, { state: 'succeeded' }, ATTEMPT, NOW);
    expect(await requeue(fixture, 24 * HOUR)).toEqual([]);
  });

  it('queues each delivery once when two runs overlap', async () => {
    const fixture = createWebhookFixture(engine);
    await forEachConcurrently(Array.from({ length: 100 }), 8, async () => {
      await fixture.newDelivery(await fixture.putEndpoint());
    });
    const before = fixture.queued.length;
    await Promise.all([requeue(fixture, 1_000), requeue(fixture, 1_000)]);
    const ids = fixture.queued
      .slice(before)
      .filter(({ message }) => message.organizationId === fixture.organizationId)
      .map(({ message }) => attemptOf(message).deliveryId);
    // A run ends when others claimed a whole page; the next run, a minute later, continues.
    ids.push(...(await requeue(fixture, 1_000)).map(({ message }) => attemptOf(message).deliveryId));
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    expect(ids).toHaveLength(100);
  });

  it('stops when time runs out', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.newDelivery(await fixture.putEndpoint());
    expect(await requeue(fixture, 1_000, 10)).toEqual([]);
    expect(await requeue(fixture, 1_000)).toHaveLength(1);
  });
});
