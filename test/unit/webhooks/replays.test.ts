import { describe, expect, it, vi } from 'vitest';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { jobLeaseKey } from '../../../shared/jobs/job.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { updateOf } from '../../../shared/table/items/update-expression.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import type { TableWriter } from '../../../shared/table/writer.ts';
import type { Delivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import { attemptOf, type DeliveryQueue } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { changeEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { viewOfReplay } from '../../../shared/webhooks/replays/replay.ts';
import { REPLAYS } from '../../../shared/webhooks/replays/replay-repository.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { ended, minute } from '../../support/webhooks/ended-delivery.ts';
import {
  handleReplayMessages,
  replayAll,
  startedReplay,
  storedReplay,
} from '../../support/webhooks/replays.ts';
import {
  createWebhookFixture,
  sqsEvent,
  type WebhookFixture,
} from '../../support/webhooks/webhook-fixture.ts';

const engine = useEngine();

const prepare = async () => {
  const fixture = createWebhookFixture(engine);
  const endpoint = await fixture.putEndpoint();
  return { fixture, endpoint };
};

const ALL = { after: null, before: null } as const;
const FAILURE = { status: 500, error: 'HTTP 500' };
const RETRY = { state: 'pending', delaySeconds: 3_600 } as const;

/** A delivery whose first attempt failed. */
const retrying = async (
  fixture: WebhookFixture,
  endpoint: WebhookEndpoint,
  number: number,
): Promise<Delivery> => {
  const event = await fixture.inFeed(fixture.newEvent({ eventTimestamp: minute(number) }));
  const delivery = await fixture.newDelivery(endpoint, event);
  await fixture.attempt(delivery.id, FAILURE, RETRY);
  return delivery;
};

/** Creates missed deliveries of as many events, one a minute from the first. */
const createMissed = (fixture: WebhookFixture, endpoint: WebhookEndpoint, count: number): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const disabled = { ...endpoint, disabledReason: 'admin' } as const;
  return forEachConcurrently(numbers, 16, async (number) => {
    await fixture.newDelivery(disabled, fixture.newEvent({ eventTimestamp: minute(number) }));
  });
};

/** The ids of the deliveries queued by replays. */
const queuedAfter = ({ queued }: WebhookFixture, start: number): readonly string[] =>
  queued.slice(start).map(({ message }) => attemptOf(message).deliveryId);

describe('a replay of many deliveries', () => {
  it('replays failed and missed ones in its range, oldest first, and nothing else', async () => {
    const { fixture, endpoint } = await prepare();
    const missed = await ended(fixture, endpoint, 6, 'missed');
    const failed = await ended(fixture, endpoint, 5, 'failed');
    await retrying(fixture, endpoint, 7);
    await ended(fixture, endpoint, 8, 'succeeded');
    await ended(fixture, endpoint, 1_000, 'failed');
    await ended(fixture, endpoint, 0, 'failed');
    const start = fixture.queued.length;
    const selection = { after: minute(0), before: minute(1_000), states: ['failed', 'missed'] } as const;
    const replay = await replayAll(fixture, endpoint.id, selection);
    expect(viewOfReplay(replay)).toMatchObject({
      state: 'completed',
      totalCount: 2,
      replayed: 2,
      unavailable: 0,
      changed: 0,
      problem: null,
      createdBy: ACTOR.name,
      finishedAt: expect.any(String),
    });
    expect(queuedAfter(fixture, start)).toEqual([failed.id, missed.id]);
    expect(await replayAll(fixture, endpoint.id, selection)).toMatchObject({ totalCount: 0, replayed: 0 });
    // This state has no list of its own, so deliveries in all states are read.
    const succeeded = { ...selection, states: ['succeeded'] } as const;
    expect(await replayAll(fixture, endpoint.id, succeeded)).toMatchObject({ replayed: 1, changed: 0 });
  });

  it('makes all pending retries now, each once, also if they fail again meanwhile', async () => {
    const { fixture, endpoint } = await prepare();
    const first = await retrying(fixture, endpoint, 1);
    const second = await retrying(fixture, endpoint, 2);
    await ended(fixture, endpoint, 3, 'failed');
    const start = fixture.queued.length;
    expect(await replayAll(fixture, endpoint.id, { ...ALL, states: ['retrying'] })).toMatchObject({
      replayed: 2,
      totalCount: 2,
    });
    expect(queuedAfter(fixture, start)).toEqual([first.id, second.id]);
    expect(await fixture.readDelivery(first.id)).toMatchObject({ series: 2, seriesAttempts: 0 });
  });

  it.each([[['missed']], [['missed', 'succeeded']]] as const)(
    'continues in steps of 100: %s',
    async (states) => {
      const { fixture, endpoint } = await prepare();
      await createMissed(fixture, endpoint, 201);
      const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states });
      const progress: number[] = [];
      for (let step = 1; step <= 3; step++) {
        await handleReplayMessages(fixture);
        progress.push((await storedReplay(fixture, replay)).replayed);
      }
      expect(progress).toEqual([100, 200, 201]);
      expect(await storedReplay(fixture, replay)).toMatchObject({
        state: 'completed',
        totalCount: states.length === 1 ? 201 : null,
      });
      expect(fixture.replayMessages).toEqual([]);
      expect(new Set(queuedAfter(fixture, 0)).size).toBe(201);
      const log = await fixture.auditItems();
      expect(log.map(({ action, details }) => ({ action, details }))).toMatchObject([
        { action: 'webhook_endpoint.replayed', details: { replayId: replay.id, states } },
        { action: 'webhook_endpoint.replay_finished', details: { state: 'completed', replayed: 201 } },
      ]);
    },
  );

  it('counts deliveries whose events are no longer stored, and those that were attempted meanwhile', async () => {
    const { fixture, endpoint } = await prepare();
    await createMissed(fixture, endpoint, 100);
    const last = await retrying(fixture, endpoint, 200);
    const kept = await retrying(fixture, endpoint, 201);
    const disabled = { ...endpoint, disabledReason: 'admin' } as const;
    const expired = { source: { feedPosition: '9999.0' }, eventTimestamp: minute(202) };
    await fixture.newDelivery(disabled, fixture.newEvent(expired));
    const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states: ['missed', 'retrying'] });
    await handleReplayMessages(fixture);
    // All three are in the batch of the next step.
    await fixture.attempt(last.id, { status: 204, error: null }, { state: 'succeeded' });
    await handleReplayMessages(fixture);
    expect(await storedReplay(fixture, replay)).toMatchObject({
      state: 'completed',
      totalCount: 103,
      replayed: 101,
      unavailable: 1,
      changed: 1,
    });
    expect((await fixture.readDelivery(kept.id))?.series).toBe(2);
  });

  it('runs one at a time per endpoint', async () => {
    const { fixture, endpoint } = await prepare();
    const other = await fixture.putEndpoint();
    await createMissed(fixture, endpoint, 1);
    await startedReplay(fixture, endpoint.id, { ...ALL, states: ['missed'] });
    const again = () => startedReplay(fixture, endpoint.id, { ...ALL, states: ['failed'] });
    await expect(again()).rejects.toThrow('A replay to the endpoint is in progress.');
    await startedReplay(fixture, other.id, { ...ALL, states: ['missed'] });
    while (fixture.replayMessages.length > 0) await handleReplayMessages(fixture);
    await again();
  });

  it('runs each step once if a batch has its message twice', async () => {
    const { fixture, endpoint } = await prepare();
    await createMissed(fixture, endpoint, 20);
    const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states: ['missed'] });
    const [message] = fixture.replayMessages.splice(0).map((each) => JSON.stringify(each));
    const twice = sqsEvent([message ?? '', message ?? ''], 'events');
    const { batchItemFailures } = await createFanOut(fixture)(twice, {
      getRemainingTimeInMillis: () => 60_000,
    });
    expect(batchItemFailures).toEqual([]);
    expect(await storedReplay(fixture, replay)).toMatchObject({
      state: 'completed',
      replayed: 20,
      changed: 0,
    });
  });

  it.each([
    ['disabled', 'The endpoint was disabled. Enable it'],
    ['deleted', 'The endpoint was deleted.'],
  ] as const)('ends when the endpoint is %s, with the counts so far', async (change, problem) => {
    const { fixture, endpoint } = await prepare();
    const { store, organizationId } = fixture;
    await createMissed(fixture, endpoint, 150);
    const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states: ['missed'] });
    await handleReplayMessages(fixture);
    if (change === 'deleted') await deleteEndpoint(store, organizationId, endpoint.id, ACTOR);
    else {
      const at = new Date().toISOString();
      const entry = { at, actor: ACTOR, action: 'webhook_endpoint.disabled', details: {} } as const;
      await changeEndpoint(store, endpoint, { disabledReason: 'admin' }, entry);
    }
    await handleReplayMessages(fixture);
    expect(await storedReplay(fixture, replay)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining(problem),
    });
    expect(fixture.replayMessages).toEqual([]);
  });

  it('is rejected for a disabled endpoint', async () => {
    const { fixture } = await prepare();
    const { id } = await fixture.putEndpoint({ disabledReason: 'admin' });
    const replayed = startedReplay(fixture, id, { ...ALL, states: ['missed'] });
    await expect(replayed).rejects.toThrow('The endpoint is disabled. Enable it first.');
  });

  it('updates the table at most 16 items at a time', async () => {
    const { fixture, endpoint } = await prepare();
    for (let number = 0; number < 40; number++) await ended(fixture, endpoint, number, 'failed');
    await startedReplay(fixture, endpoint.id, { ...ALL, states: ['failed'] });
    let running = 0;
    let most = 0;
    const { writer } = fixture.store;
    const update: TableWriter['update'] = (operation) => {
      running += 1;
      most = Math.max(most, running);
      return writer.update(operation).finally(() => {
        running -= 1;
      });
    };
    const store = { ...fixture.store, writer: { ...writer, update } };
    await handleReplayMessages(fixture, { ...fixture, store });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
  });
});

describe('a step of a replay that died', () => {
  /** Fails every write after some. */
  const failingAfter = (fixture: WebhookFixture, writes: number) => {
    const { writer } = fixture.store;
    let left = writes;
    const fail = <A extends readonly unknown[], R>(write: (...given: A) => Promise<R>) =>
      (async (...given) => {
        if (--left < 0) throw new TableUnavailableError('The function died.');
        return write(...given);
      }) as typeof write;
    const failing = { ...writer, update: fail(writer.update), transact: fail(writer.transact) };
    return { ...fixture.store, writer: failing };
  };
  const deadQueue: DeliveryQueue = {
    async send() {
      throw new TableUnavailableError('The function died.');
    },
  };

  // 1 takes the lease, 1 stores the first batch, 150 start deliveries.
  it.each([0, 1, 2, 3, 50, 101, 102])('after %d writes is repeated without a loss', async (writes) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { fixture, endpoint } = await prepare();
    const deliveries: Delivery[] = [];
    for (let number = 0; number < 150; number++) {
      deliveries.push(await ended(fixture, endpoint, number, 'failed'));
    }
    const start = fixture.queued.length;
    const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states: ['failed'] });
    const store = failingAfter(fixture, writes);
    expect(await handleReplayMessages(fixture, { ...fixture, store })).toBe(1);
    // The lease of a function that died expires.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100_000 });
    while (fixture.replayMessages.length > 0) await handleReplayMessages(fixture);
    vi.useRealTimers();
    expect(await storedReplay(fixture, replay)).toMatchObject({
      state: 'completed',
      replayed: 150,
      changed: 0,
      unavailable: 0,
    });
    for (const { id } of deliveries) expect(await fixture.readDelivery(id)).toMatchObject({ series: 2 });
    expect(new Set(queuedAfter(fixture, start))).toEqual(new Set(deliveries.map(({ id }) => id)));
  });

  it('before it queued what it had started queues that, and starts nothing twice', async () => {
    const { fixture, endpoint } = await prepare();
    const waiting = await ended(fixture, endpoint, 1, 'failed');
    const attempted = await ended(fixture, endpoint, 2, 'failed');
    const failed = await ended(fixture, endpoint, 3, 'failed');
    const start = fixture.queued.length;
    const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states: ['failed'] });
    expect(await handleReplayMessages(fixture, { ...fixture, queue: deadQueue })).toBe(1);
    expect(queuedAfter(fixture, start)).toEqual([]);
    // `requeue-deliveries` may have queued them, and their attempts may have failed.
    await fixture.attempt(attempted.id, FAILURE, RETRY);
    await fixture.attempt(failed.id, FAILURE, { state: 'failed' });
    await handleReplayMessages(fixture);
    expect(queuedAfter(fixture, start)).toEqual([waiting.id]);
    expect(await storedReplay(fixture, replay)).toMatchObject({ state: 'completed', replayed: 3 });
    for (const { id } of [attempted, failed]) {
      expect(await fixture.readDelivery(id)).toMatchObject({ series: 2, seriesAttempts: 1 });
    }
  });

  it('fails the replay if it is the fifth in a row', async () => {
    const { fixture, endpoint } = await prepare();
    const replay = await startedReplay(fixture, endpoint.id, { ...ALL, states: ['failed'] });
    const lease = { jobId: replay.id, owner: 'lost', leaseUntil: Date.now() - 1, progress: 0, lost: 4 };
    await fixture.store.writer.update(updateOf(jobLeaseKey(REPLAYS.kind.lineOf(replay)), lease));
    await handleReplayMessages(fixture);
    const problem = expect.stringContaining('could not continue the replay');
    expect(await storedReplay(fixture, replay)).toMatchObject({ state: 'failed', problem });
  });
});
