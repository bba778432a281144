import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDeliverer, parseDeliveryMessage } from '../../../functions/deliver-webhooks/handler.ts';
import { appendToFeed } from '../../../shared/feed/append-to-feed.ts';
import { itemsOfChunk } from '../../../shared/feed/feed-chunk.ts';
import { readChunk } from '../../../shared/feed/stored-chunks.ts';
import { withBatchedGets } from '../../../shared/table/batched-gets.ts';
import { feedChunkKey } from '../../../shared/table/items/feed-keys.ts';
import { webhookDeliveryKey, webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
import type { Delivery, NewDelivery } from '../../../shared/webhooks/deliveries/delivery.ts';
import {
  attemptOf,
  type DeliveryMessage,
  type Lane,
  messageOf,
  secondsAfter,
} from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { changeDelivery } from '../../../shared/webhooks/deliveries/delivery-repository.ts';
import { generateSigningSecret } from '../../../shared/webhooks/secrets/signature.ts';
import { createDeliveryAttempt, type Handled } from '../../../shared/webhooks/sending/attempt-delivery.ts';
import { createDeliverySender } from '../../../shared/webhooks/sending/send-delivery.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import {
  createWebhookFixture,
  jsonOf,
  openCipher,
  sqsEvent,
  storeEarlierBody,
  type WebhookFixture,
} from '../../support/webhook-fixture.ts';
import { type Receiver, startReceiver } from '../../support/webhook-receiver.ts';

let engine: TestEngine;
const sender = createDeliverySender({ allowsLoopback: true, timeoutMilliseconds: 500 });
const receivers: Receiver[] = [];
beforeAll(async () => {
  engine = await startTestEngine();
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});
afterAll(() => engine.stop());

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver that responds with these statuses in turn, repeating the last one; 0 never responds. */
const receiver = async (statuses: readonly number[], headers: Record<string, string> = {}) => {
  const received: Received[] = [];
  const started = await startReceiver(({ incoming, body }, response) => {
    const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
    received.push({
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      body,
    });
    if (status > 0) response.writeHead(status, headers).end('{"said":"something"}');
  });
  receivers.push(started);
  return { received, url: `http://127.0.0.1:${started.port}/hooks` };
};

const deliver = (
  fixture: WebhookFixture,
  delivery: Delivery,
  { lane = 'first', schedule = [5, 300, 7_200] }: { lane?: Lane; schedule?: readonly number[] } = {},
) =>
  createDeliverer({
    messages: NOTHING_RELEASED,
    attempt: createDeliveryAttempt({
      store: { ...fixture.store, reader: withBatchedGets(fixture.store.reader) },
      queue: fixture.queue,
      sender,
      cipher: openCipher,
      schedule,
    }),
  })(sqsEvent([JSON.stringify(messageOf(delivery))], lane === 'first' ? 'first.fifo' : 'retries'), CONTEXT);

const NOTHING_RELEASED = { delete: async () => undefined };
const CONTEXT = { getRemainingTimeInMillis: () => 30_000 };
const DONE = { batchItemFailures: [] };

const existing = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The value is undefined.');
  return value;
};

/** Appends events to the feed in one chunk. */
const appendTogether = async (
  { organizationId, store }: WebhookFixture,
  events: readonly ReturnType<WebhookFixture['newEvent']>[],
): Promise<void> => {
  const records = events.map((event) => ({
    organizationId,
    id: [event.eventId],
    second: event.eventTimestamp.slice(0, 19),
    events: [{ type: event.eventType, json: jsonOf(event) }],
  }));
  await appendToFeed(store, records, 30);
};

/** A function that also records its calls. */
const recorded = <F extends (...given: never[]) => unknown>(calls: string[], name: string, call: F): F =>
  ((...given) => {
    calls.push(name);
    return call(...given);
  }) as F;

describe('an attempt', () => {
  it('sends the signed event, and records the outcome', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([204]);
    const secret = generateSigningSecret();
    const endpoint = await fixture.putEndpoint({ url }, { current: secret });
    const event = fixture.newEvent();
    const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(event));
    expect(await deliver(fixture, delivery)).toEqual(DONE);

    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(body).toBe(jsonOf(event));
    expect(headers['webhook-id']).toBe(event.eventId);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const after = existing(await fixture.readDelivery(delivery.id));
    expect(after).toMatchObject({ state: 'succeeded', nextAttemptAt: null, attemptCount: 1 });
    expect(after.attempts).toEqual([
      {
        at: expect.any(String),
        status: 204,
        durationMilliseconds: expect.any(Number),
        error: null,
        responseBody: '',
      },
    ]);
    const item = existing(await fixture.deliveryItem(delivery.id));
    expect(item).not.toHaveProperty('gsi3pk');
    expect((await fixture.readEndpoint(endpoint.id))?.failingSince).toBeNull();
  });

  it('also signs with the previous secret until it expires', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const [current, previous] = [generateSigningSecret(), generateSigningSecret()];
    for (const [seconds, signs] of [
      [3_600, true],
      [-1, false],
    ] as const) {
      const previousSecretExpiresAt = secondsAfter(new Date().toISOString(), seconds);
      const endpoint = await fixture.putEndpoint({ url, previousSecretExpiresAt }, { current, previous });
      await deliver(fixture, await fixture.newDelivery(endpoint));
      const { headers, body } = existing(received.at(-1));
      expect(new Webhook(current).verify(body, headers)).toBeTruthy();
      const verifyPrevious = () => new Webhook(previous).verify(body, headers);
      if (signs) expect(verifyPrevious()).toBeTruthy();
      else expect(verifyPrevious).toThrow('No matching signature');
    }
  });

  it('that fails is retried on schedule with the same id until it succeeds', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([500, 0, 200]);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint);
    const begun = Date.now();
    await deliver(fixture, delivery);
    const ended = Date.now();

    const first = existing(await fixture.readDelivery(delivery.id));
    expect(first).toMatchObject({ state: 'pending', attemptCount: 1 });
    const next = Date.parse(existing(first.nextAttemptAt ?? undefined));
    expect(next).toBeGreaterThan(begun + 4_000);
    expect(next).toBeLessThan(ended + 6_000);
    expect(fixture.queued.at(-1)).toEqual({
      message: { ...messageOf(first), attempt: 2 },
      lane: 'retry',
      delaySeconds: 5,
    });
    expect((await fixture.readEndpoint(endpoint.id))?.failingSince).not.toBeNull();

    await deliver(fixture, first, { lane: 'retry' });
    const second = existing(await fixture.readDelivery(delivery.id));
    expect(second.attempts.map(({ status, error }) => [status, error !== null])).toEqual([
      [500, true],
      [null, true],
    ]);
    await deliver(fixture, second, { lane: 'retry' });
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'succeeded', attemptCount: 3 });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await fixture.readEndpoint(endpoint.id))?.failingSince).toBeNull();
  });

  it("beyond the queue's maximum delay is not queued", async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    const before = fixture.queued.length;
    await deliver(fixture, delivery, { schedule: [7_200] });
    expect(fixture.queued.length).toBe(before);
    const item = existing(await fixture.deliveryItem(delivery.id));
    expect(item['gsi3sk']).toBe(`${item['nextAttemptAt']}#${delivery.id}`);
  });

  it('that fails as the last one marks the delivery as failed', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const endpoint = await fixture.putEndpoint({ url });
    let delivery = await fixture.newDelivery(endpoint);
    for (const lane of ['first', 'retry'] as const) {
      await deliver(fixture, delivery, { lane, schedule: [1] });
      delivery = existing(await fixture.readDelivery(delivery.id));
    }
    expect(delivery).toMatchObject({ state: 'failed', attemptCount: 2, nextAttemptAt: null });
    const item = existing(await fixture.deliveryItem(delivery.id));
    expect(item['gsi2pk']).toBe(`WEBHOOK_DELIVERIES#${fixture.organizationId}#${endpoint.id}#FAILED`);
    expect(item).not.toHaveProperty('gsi3pk');
    expect(Number(item['ttl']) - Date.now() / 1000).toBeGreaterThan(29.9 * 86_400);
  });

  it('honors Retry-After up to the next step', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([503], { 'Retry-After': '100' });
    await deliver(fixture, await fixture.newDelivery(await fixture.putEndpoint({ url })));
    const delay = existing(fixture.queued.at(-1)).delaySeconds;
    expect(delay).toBeGreaterThanOrEqual(100);
    expect(delay).toBeLessThanOrEqual(110);
  });
});

describe('the event of a delivery', () => {
  const REASON = 'The event is no longer stored.';

  const prepare = async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const endpoint = await fixture.putEndpoint({ url });
    return { fixture, received, endpoint };
  };

  it('is read from its place in a chunk', async () => {
    const { fixture, received, endpoint } = await prepare();
    const events = [fixture.newEvent(), fixture.newEvent(), fixture.newEvent()];
    await appendTogether(fixture, events);
    const source = { feedPosition: '1.1' };
    const delivery = await fixture.newDelivery(endpoint, { ...existing(events[1]), source });
    await deliver(fixture, delivery);
    expect(received.map(({ body }) => body)).toEqual([jsonOf(existing(events[1]))]);
  });

  it('fails the delivery if it has expired', async () => {
    const { fixture, received, endpoint } = await prepare();
    const event = await fixture.inFeed(fixture.newEvent());
    const delivery = await fixture.newDelivery(endpoint, event);
    const Key = { ...feedChunkKey(fixture.organizationId, 1, 0) };
    await fixture.store.writer.transact([{ delete: { Key } }]);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(received).toEqual([]);
    const after = await fixture.readDelivery(delivery.id);
    expect(after).toMatchObject({ state: 'failed', reason: REASON, attemptCount: 0 });
  });

  it('fails the delivery if it was erased', async () => {
    const { fixture, received, endpoint } = await prepare();
    const { organizationId, store } = fixture;
    const event = await fixture.inFeed(fixture.newEvent());
    const delivery = await fixture.newDelivery(endpoint, event);
    const chunk = existing(await readChunk(store.reader, organizationId, 1));
    const [item] = itemsOfChunk(organizationId, { ...chunk, revision: 1, events: [undefined] }, 1);
    await store.writer.transact([{ put: { Item: { ...item } } }]);
    await deliver(fixture, delivery);
    expect(received).toEqual([]);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'failed', reason: REASON });
  });

  it('fails the delivery if another event is in its place', async () => {
    const { fixture, received, endpoint } = await prepare();
    const { source } = await fixture.inFeed(fixture.newEvent());
    const delivery = await fixture.newDelivery(endpoint, fixture.newEvent({ source }));
    await deliver(fixture, delivery);
    expect(received).toEqual([]);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'failed', reason: REASON });
  });

  it('is sent as stored in the delivery if it is not in the feed', async () => {
    const { fixture, received, endpoint } = await prepare();
    const event = fixture.newEvent();
    const delivery = await fixture.newDelivery(endpoint, event);
    await deliver(fixture, delivery);
    expect(received.map(({ body }) => body)).toEqual([jsonOf(event)]);
  });

  it('is read where an earlier version stored it', async () => {
    const { fixture, received, endpoint } = await prepare();
    const event = fixture.newEvent();
    const delivery = await fixture.newDelivery(endpoint, event);
    await storeEarlierBody(fixture.store, fixture.organizationId, event.eventId, jsonOf(event));
    await fixture.store.writer.update({
      Key: { ...webhookDeliveryKey(fixture.organizationId, delivery.id) },
      UpdateExpression: 'REMOVE body',
    });
    await deliver(fixture, delivery);
    expect(received.map(({ body }) => body)).toEqual([jsonOf(event)]);
  });

  it('is not read for a message that causes no attempt', async () => {
    const { fixture, endpoint } = await prepare();
    const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(fixture.newEvent()));
    await deliver(fixture, delivery);
    const { store } = fixture;
    const queryPage = () => Promise.reject(new Error('The event was read.'));
    const other = { ...fixture, store: { ...store, reader: { ...store.reader, queryPage } } };
    expect(await deliver(other, delivery)).toEqual(DONE);
  });
});

describe('an endpoint', () => {
  it('that returns 410 is disabled at once, with an audit log entry', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([410]);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint);
    await deliver(fixture, delivery);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'failed', attemptCount: 1 });
    expect(await fixture.readEndpoint(endpoint.id)).toMatchObject({ disabledReason: 'gone' });
    expect(await fixture.auditItems()).toMatchObject([
      { action: 'webhook_endpoint.disabled', actor: { id: 'system' }, details: { reason: 'gone', url } },
    ]);
  });

  it('that fails for five days is disabled, and its pending deliveries are missed', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([500]);
    const failingSince = secondsAfter(new Date().toISOString(), -5 * 86_400 - 1);
    const endpoint = await fixture.putEndpoint({ url, failingSince });
    const [one, two] = [await fixture.newDelivery(endpoint), await fixture.newDelivery(endpoint)];
    await deliver(fixture, one, { lane: 'retry' });
    await deliver(fixture, two, { lane: 'retry' });
    expect(await fixture.readEndpoint(endpoint.id)).toMatchObject({ disabledReason: 'failing' });
    expect(received).toHaveLength(1);
    expect((await fixture.readDelivery(two.id))?.state).toBe('missed');
    expect(await fixture.auditItems()).toHaveLength(1);
  });

  it('that fails for a day is reported as failing by the next attempt', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const failingSince = secondsAfter(new Date().toISOString(), -86_400);
    const endpoint = await fixture.putEndpoint({ url, failingSince });
    await deliver(fixture, await fixture.newDelivery(endpoint), { lane: 'retry' });
    const after = await fixture.readEndpoint(endpoint.id);
    expect(after).toMatchObject({ disabledReason: null, failingSince, reportedFailingSince: failingSince });
    const [item] = await engine.itemsOf(`WEBHOOKS#${fixture.organizationId}`);
    expect(item?.['operationalEvents']).toBe(1);
  });

  it('that is fixed during a failing attempt is not disabled by it', async () => {
    const fixture = createWebhookFixture(engine);
    const failingSince = secondsAfter(new Date().toISOString(), -6 * 86_400);
    let fix = async (): Promise<void> => {};
    const started = await startReceiver(async (_, response) => {
      await fix();
      response.writeHead(500).end();
    });
    receivers.push(started);
    const url = `http://127.0.0.1:${started.port}/`;
    const endpoint = await fixture.putEndpoint({ url, failingSince });
    fix = async () => {
      await fixture.store.writer.update({
        Key: { ...webhookEndpointKey(fixture.organizationId, endpoint.id) },
        UpdateExpression: 'SET version = :second REMOVE failingSince',
        ExpressionAttributeValues: { ':second': 2 },
      });
    };
    await deliver(fixture, await fixture.newDelivery(endpoint), { lane: 'retry' });
    expect((await fixture.readEndpoint(endpoint.id))?.disabledReason).toBeNull();
    expect(await fixture.auditItems()).toEqual([]);
  });

  it.each([
    ['disabled', 'The endpoint was disabled.'],
    ['deleted', 'The endpoint was deleted.'],
  ])('that was %s meanwhile receives nothing, and its deliveries are missed', async (how, reason) => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint);
    const key = webhookEndpointKey(fixture.organizationId, endpoint.id);
    if (how === 'deleted') await fixture.store.writer.transact([{ delete: { Key: { ...key } } }]);
    else {
      await fixture.store.writer.update({
        Key: { ...key },
        UpdateExpression: 'SET disabledReason = :admin',
        ExpressionAttributeValues: { ':admin': 'admin' },
      });
    }
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(received).toEqual([]);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({
      state: 'missed',
      reason,
      attemptCount: 0,
    });
  });

  it('that is failing has its first attempts moved to the retry lane', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const endpoint = await fixture.putEndpoint({ url, failingSince: new Date().toISOString() });
    const delivery = await fixture.newDelivery(endpoint);
    await deliver(fixture, delivery, { lane: 'first' });
    expect(received).toEqual([]);
    expect(fixture.queued.at(-1)).toEqual({ message: messageOf(delivery), lane: 'retry' });
    await deliver(fixture, delivery, { lane: 'retry' });
    expect(received).toHaveLength(1);
  });

  it('with a forbidden address is not called, and the attempt records why', async () => {
    const fixture = createWebhookFixture(engine);
    const endpoint = await fixture.putEndpoint({ url: 'https://169.254.169.254/latest/meta-data' });
    const delivery = await fixture.newDelivery(endpoint);
    await deliver(fixture, delivery);
    const [attempt] = existing(await fixture.readDelivery(delivery.id)).attempts;
    expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('Not sent') });
  });
});

describe('a delivery that is not stored', () => {
  const prepare = async (statuses: readonly number[]) => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver(statuses);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(fixture.newEvent()));
    expect(await fixture.readDelivery(delivery.id)).toBeUndefined();
    return { fixture, received, endpoint, delivery };
  };

  it('is stored with the outcome of its first attempt, in one write', async () => {
    const { fixture, delivery } = await prepare([204]);
    const writes: string[] = [];
    const { writer } = fixture.store;
    const counted = {
      ...writer,
      put: recorded(writes, 'put', writer.put),
      update: recorded(writes, 'update', writer.update),
    };
    await deliver({ ...fixture, store: { ...fixture.store, writer: counted } }, delivery);
    expect(writes).toEqual(['put']);
    const after = existing(await fixture.readDelivery(delivery.id));
    const { position: _, ...before } = delivery as NewDelivery;
    expect(after).toMatchObject({
      ...before,
      ttl: expect.any(Number),
      state: 'succeeded',
      nextAttemptAt: null,
      attemptCount: 1,
      seriesAttempts: 1,
      attempts: [{ status: 204 }],
    });
    const item = existing(await fixture.deliveryItem(delivery.id));
    expect(item).not.toHaveProperty('position');
    expect(item['gsi1sk']).toBe(`${delivery.eventTimestamp}#${delivery.id}`);
  });

  it('is retried like any other after a failure', async () => {
    const { fixture, received, delivery } = await prepare([500, 200]);
    await deliver(fixture, delivery);
    const waiting = existing(await fixture.readDelivery(delivery.id));
    expect(waiting).toMatchObject({ state: 'pending', attemptCount: 1 });
    expect(fixture.queued.at(-1)?.message).toEqual(messageOf(waiting));
    expect(existing(await fixture.deliveryItem(delivery.id))['gsi3sk']).toBeDefined();
    await deliver(fixture, waiting, { lane: 'retry' });
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'succeeded', attemptCount: 2 });
    expect(received).toHaveLength(2);
  });

  it('is attempted once for two messages, and by both of two that come at the same time', async () => {
    const { fixture, received, delivery } = await prepare([200]);
    await deliver(fixture, delivery);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(received).toHaveLength(1);
    const other = await prepare([200]);
    const both = [other.delivery, other.delivery].map((each) =>
      deliver(other.fixture, each, { lane: 'retry' }),
    );
    expect(await Promise.all(both)).toEqual([DONE, DONE]);
    const after = existing(await other.fixture.readDelivery(other.delivery.id));
    expect(after.attempts).toHaveLength(other.received.length);
    expect(after.attemptCount).toBe(other.received.length);
  });

  it('is missed if its endpoint was disabled meanwhile', async () => {
    const { fixture, received, endpoint, delivery } = await prepare([200]);
    await fixture.store.writer.update({
      Key: { ...webhookEndpointKey(fixture.organizationId, endpoint.id) },
      UpdateExpression: 'SET disabledReason = :admin',
      ExpressionAttributeValues: { ':admin': 'admin' },
    });
    await deliver(fixture, delivery);
    expect(received).toEqual([]);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'missed', attemptCount: 0 });
  });

  it('moves to the retry lane with its message if its endpoint is failing', async () => {
    const { fixture, endpoint, delivery } = await prepare([200]);
    await fixture.store.writer.update({
      Key: { ...webhookEndpointKey(fixture.organizationId, endpoint.id) },
      UpdateExpression: 'SET failingSince = :now',
      ExpressionAttributeValues: { ':now': new Date().toISOString() },
    });
    await deliver(fixture, delivery);
    expect(fixture.queued.at(-1)).toEqual({ message: messageOf(delivery), lane: 'retry' });
    expect(await fixture.readDelivery(delivery.id)).toBeUndefined();
  });

  it('is rejected by versions that would not find it', async () => {
    const { delivery } = await prepare([200]);
    const message = messageOf(delivery);
    for (const required of ['deliveryId', 'series', 'attempt']) expect(message).not.toHaveProperty(required);
    expect(parseDeliveryMessage(JSON.stringify(message))).toEqual(message);
  });
});

describe('a batch of first attempts', () => {
  const done = async (): Promise<Handled> => ({
    organizationId: 'o',
    deliveryId: 'd',
    endpointId: 'e',
    result: 'succeeded',
  });
  const message = (resourceId: string, attempt: number): string =>
    JSON.stringify({ organizationId: 'o', endpointId: 'e', deliveryId: 'd', resourceId, series: 1, attempt });
  const numberOf = (given: DeliveryMessage): string => `${given.resourceId}${attemptOf(given).attempt}`;

  it('reads all deliveries and endpoints with one request, and each chunk of the feed once', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const endpoint = await fixture.putEndpoint({ url });
    const events = Array.from({ length: 5 }, () => fixture.newEvent());
    await appendTogether(fixture, events);
    const bodies: string[] = [];
    for (const [index, event] of events.entries()) {
      const source = { feedPosition: `1.${index}` };
      bodies.push(JSON.stringify(messageOf(await fixture.newDelivery(endpoint, { ...event, source }))));
    }
    const reads: string[] = [];
    const { reader } = fixture.store;
    const counted = {
      ...reader,
      get: recorded(reads, 'get', reader.get),
      getMany: recorded(reads, 'getMany', reader.getMany),
      queryPage: recorded(reads, 'queryPage', reader.queryPage),
    };
    const attempt = createDeliveryAttempt({
      store: { ...fixture.store, reader: withBatchedGets(counted) },
      queue: fixture.queue,
      sender,
      cipher: openCipher,
      schedule: [5],
    });
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    expect(await deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT)).toEqual(DONE);
    expect(received.map(({ body }) => body).toSorted()).toEqual(events.map(jsonOf).toSorted());
    expect(reads).toEqual(['getMany', 'queryPage']);
  });

  it('makes those for one resource in order, and others at the same time', async () => {
    const log: string[] = [];
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      log.push(`start ${numberOf(given)}`);
      if (numberOf(given) === 'a1') await blocked;
      if (numberOf(given) === 'b2') unblock();
      log.push(`end ${numberOf(given)}`);
      return done();
    };
    const bodies = [message('a', 1), message('b', 1), message('a', 2), message('b', 2)];
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    expect(await deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT)).toEqual(DONE);
    expect(log).toEqual([
      'start a1',
      'start b1',
      'end b1',
      'start b2',
      'end b2',
      'end a1',
      'start a2',
      'end a2',
    ]);
  });

  it('fails those behind one that failed, and those for which no time is left', async () => {
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      if (numberOf(given) === 'a1') throw new Error('The table is away.');
      return done();
    };
    const bodies = [message('a', 1), message('a', 2), message('b', 1)];
    const deliverer = createDeliverer({ attempt, messages: NOTHING_RELEASED });
    expect(await deliverer(sqsEvent(bodies, 'first.fifo'), CONTEXT)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '1' }],
    });
    const late = { getRemainingTimeInMillis: () => 24_000 };
    const pair = [message('b', 1), message('b', 2)];
    expect(await deliverer(sqsEvent(pair, 'first.fifo'), late)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1' }],
    });
  });

  it('releases the groups of finished messages while another hangs', async () => {
    const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
    const released: unknown[] = [];
    const attempt = async (given: DeliveryMessage): Promise<Handled> => {
      if (numberOf(given) === 'a1') await hanging;
      return done();
    };
    const messages = {
      // The hanging attempt ends only after the others were released.
      delete: async (...options: unknown[]) => {
        released.push(options);
        answer();
      },
    };
    const event = sqsEvent([message('a', 1), message('b', 1), message('c', 1)], 'first.fifo');
    for (const record of event.Records) record.receiptHandle = `handle ${record.messageId}`;
    expect(await createDeliverer({ attempt, messages })(event, CONTEXT)).toEqual(DONE);
    const handles = ['handle 1', 'handle 2'];
    expect(released).toEqual([[event.Records[0]?.eventSourceARN, handles, expect.any(AbortSignal)]]);
  });
});

describe('a message', () => {
  it('that is duplicate, late or from an earlier series causes no attempt', async () => {
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

  it('of a delivery that is replayed during the attempt only records the attempt', async () => {
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

  it('of a deleted delivery is dropped', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    const Key = { ...webhookDeliveryKey(fixture.organizationId, delivery.id) };
    await fixture.store.writer.transact([{ delete: { Key } }]);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
  });

  it('is retried only if this service fails', async () => {
    const fixture = createWebhookFixture(engine);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint());
    const attempt = createDeliveryAttempt({
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

  it('of a delivery with thirty attempts replaces the oldest attempt', async () => {
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

describe("a batch's log line", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('has the fields that CloudWatch counts', async () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const ids = { organizationId: 'organization', deliveryId: 'delivery', endpointId: 'endpoint' };
    const outcomes: Handled[] = [
      { ...ids, result: 'succeeded', attempt: 1 },
      { ...ids, result: 'retry', attempt: 2 },
      { ...ids, result: 'void' },
    ];
    const fixture = createWebhookFixture(engine);
    const message = JSON.stringify(messageOf(await fixture.newDelivery(await fixture.putEndpoint())));
    const attempt = async (): Promise<Handled> => existing(outcomes.shift());
    await createDeliverer({ attempt, messages: NOTHING_RELEASED })(
      sqsEvent([message, message, message], 'retries'),
      CONTEXT,
    );
    expect(info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempts: 2, successes: 1 }));
  });
});
