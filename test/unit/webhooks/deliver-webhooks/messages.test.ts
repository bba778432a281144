import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeliverer } from '../../../../functions/webhooks/deliver-webhooks/handler.ts';
import { webhookDeliveryKey } from '../../../../shared/table/items/webhook-keys.ts';
import { messageOf, secondsAfter } from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { changeDelivery, recordAttempt } from '../../../../shared/webhooks/deliveries/delivery-repository.ts';
import { eraseDeliveries } from '../../../../shared/webhooks/erasure/erase-events.ts';
import { createDeliveryAttempt } from '../../../../shared/webhooks/sending/attempt-delivery.ts';
import { createWebhookFixture, HTTPS_ONLY, sqsEvent } from '../../../support/webhooks/webhook-fixture.ts';
import { startReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { CONTEXT, DONE, deliver, existing, NOTHING_RELEASED, sender, useDeliveries } from './deliveries.ts';

const { engine, receiver, receivers } = useDeliveries();
afterEach(() => void vi.useRealTimers());

describe('a message', () => {
  it('makes no attempt for a duplicate or late message, or one from an earlier series', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([500, 200]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    await deliver(fixture, delivery);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(received).toHaveLength(1);
    const waiting = existing(await fixture.readDelivery(delivery.id));
    const now = new Date().toISOString();
    const changes = { series: 2, seriesAttempts: 0, nextAttemptAt: now };
    const again = existing(await changeDelivery(fixture.store, waiting, changes, now));
    await deliver(fixture, waiting, { lane: 'retry' });
    await deliver(fixture, delivery, { lane: 'retry' });
    expect(received).toHaveLength(1);
    await deliver(fixture, again, { lane: 'retry' });
    expect(received).toHaveLength(2);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'succeeded', attemptCount: 2 });
  });

  it('queues only the next attempt when a message that could not queue it is repeated', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    const queue = { ...fixture.queue, send: () => Promise.reject(new Error('SQS is away.')) };
    expect(await deliver({ ...fixture, queue }, delivery)).not.toEqual(DONE);
    const waiting = existing(await fixture.readDelivery(delivery.id));
    expect(waiting).toMatchObject({ state: 'pending', attemptCount: 1 });
    const before = fixture.queued.length;
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(received).toHaveLength(1);
    const delaySeconds = expect.any(Number);
    expect(fixture.queued.slice(before)).toEqual([
      { message: messageOf(waiting), lane: 'retry', delaySeconds },
    ]);
  });

  it.each([
    ['an earlier series', { series: 2, seriesAttempts: 1 }],
    ['an earlier attempt', { seriesAttempts: 2 }],
  ])('queues nothing when the message of %s is repeated', async (_, changes) => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    await deliver(fixture, delivery);
    const now = new Date().toISOString();
    await changeDelivery(fixture.store, existing(await fixture.readDelivery(delivery.id)), changes, now);
    const before = fixture.queued.length;
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(fixture.queued.slice(before)).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it('queues the next attempt without a delay when the message is repeated once it is due', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    await deliver(fixture, delivery);
    const nextAttemptAt = secondsAfter(new Date().toISOString(), -60);
    const waiting = existing(await fixture.readDelivery(delivery.id));
    await changeDelivery(fixture.store, waiting, { nextAttemptAt }, nextAttemptAt);
    await deliver(fixture, delivery);
    expect(fixture.queued.at(-1)).toMatchObject({ delaySeconds: 0 });
  });

  it('records only the attempt if another of the same moment settles or ends the delivery', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const fixture = createWebhookFixture(engine);
    let meanwhile = async (): Promise<void> => {};
    const started = await startReceiver(async (_, response) => {
      await meanwhile();
      response.writeHead(200).end();
    });
    receivers.push(started);
    const endpoint = await fixture.putEndpoint({ url: `http://127.0.0.1:${started.port}/` });
    const now = new Date().toISOString();
    const foreign = {
      at: now,
      status: 503,
      durationMilliseconds: 1,
      error: 'It failed.',
      responseBody: null,
    };
    const [recorded, ended] = [await fixture.newDelivery(endpoint), await fixture.newDelivery(endpoint)];

    meanwhile = () => recordAttempt(fixture.store, recorded, foreign);
    await deliver(fixture, recorded);
    const both = existing(await fixture.readDelivery(recorded.id));
    expect(both).toMatchObject({ state: 'pending', attemptCount: 2 });
    expect(both.attempts.map(({ status }) => status)).toEqual([503, 200]);

    meanwhile = async () => {
      const changes = { state: 'missed', reason: 'The endpoint was disabled.', nextAttemptAt: null } as const;
      await changeDelivery(fixture.store, ended, changes, now);
    };
    await deliver(fixture, ended);
    expect(await fixture.readDelivery(ended.id)).toMatchObject({ state: 'missed', attemptCount: 1 });
  });

  it('queues and records nothing if the delivery was replayed before a lost response', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    const { writer } = fixture.store;
    const now = new Date().toISOString();
    const update: typeof writer.update = async (operation) => {
      const stored = await writer.update(operation);
      if (operation.Key?.['pk'] !== webhookDeliveryKey(fixture.organizationId, delivery.id).pk) return stored;
      const settled = existing(await fixture.readDelivery(delivery.id));
      const replay = { series: 2, seriesAttempts: 0, nextAttemptAt: now };
      await changeDelivery(fixture.store, settled, replay, now);
      return undefined;
    };
    const before = fixture.queued.length;
    await deliver({ ...fixture, store: { ...fixture.store, writer: { ...writer, update } } }, delivery);
    expect(fixture.queued.slice(before)).toEqual([]);
    const after = existing(await fixture.readDelivery(delivery.id));
    expect(after).toMatchObject({ state: 'pending', series: 2, attemptCount: 1 });
    expect(after.attempts).toHaveLength(1);
  });

  it('records only the attempt of a delivery that is replayed meanwhile', async () => {
    const fixture = createWebhookFixture(engine);
    let restart = async (): Promise<void> => {};
    const started = await startReceiver(async (_, response) => {
      await restart();
      response.writeHead(200).end();
    });
    receivers.push(started);
    const endpoint = await fixture.putEndpoint({ url: `http://127.0.0.1:${started.port}/` });
    const delivery = await fixture.newDelivery(endpoint);
    const now = new Date().toISOString();
    restart = async () => {
      await changeDelivery(fixture.store, delivery, { series: 2, nextAttemptAt: now }, now);
    };
    await deliver(fixture, delivery);
    const after = await fixture.readDelivery(delivery.id);
    expect(after).toMatchObject({ state: 'pending', series: 2, seriesAttempts: 0, attemptCount: 1 });
    expect(after?.attempts).toHaveLength(1);
  });

  it('records the attempt without the response if an erasure cancels the delivery meanwhile', async () => {
    const fixture = createWebhookFixture(engine);
    let erase = async (): Promise<void> => {};
    const started = await startReceiver(async (_, response) => {
      await erase();
      response.writeHead(200).end('Hello, Nora Nowhere.');
    });
    receivers.push(started);
    const endpoint = await fixture.putEndpoint({ url: `http://127.0.0.1:${started.port}/` });
    const delivery = await fixture.newDelivery(endpoint);
    erase = async () => {
      await eraseDeliveries(fixture.store, fixture.organizationId, delivery.eventId, [endpoint]);
    };
    await deliver(fixture, delivery);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({
      state: 'failed',
      attempts: [{ status: 200, responseBody: null }],
    });
  });

  it('drops the message of a deleted delivery', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    const Key = { ...webhookDeliveryKey(fixture.organizationId, delivery.id) };
    await fixture.store.writer.transact([{ delete: { Key } }]);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
  });

  it('retries a message only if this service fails', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    const attempt = createDeliveryAttempt({
      ...HTTPS_ONLY,
      store: fixture.store,
      queue: fixture.queue,
      sender,
      cipher: { decrypt: () => Promise.reject(new Error('KMS is away.')) },
      schedule: [5],
    });
    const event = sqsEvent([JSON.stringify(messageOf(delivery)), 'no JSON'], 'retries');
    expect(await createDeliverer({ attempt, messages: NOTHING_RELEASED })(event, CONTEXT)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '1' }],
    });
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'pending', attemptCount: 0 });
  });

  it('replaces the oldest attempt of a delivery with thirty attempts', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const endpoint = await fixture.putEndpoint({ url });
    let delivery = await fixture.newDelivery(endpoint);
    const schedule = Array.from({ length: 40 }, () => 1);
    for (let attempt = 0; attempt < 32; attempt++) {
      await deliver(fixture, delivery, { lane: 'retry', schedule });
      delivery = existing(await fixture.readDelivery(delivery.id));
    }
    expect(delivery.attemptCount).toBe(32);
    expect(delivery.attempts).toHaveLength(30);
  });
});
