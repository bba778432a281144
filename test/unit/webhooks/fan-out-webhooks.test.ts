import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import type { Filter } from '../../../shared/contract/webhooks/delivery-options.ts';
import { hashedUuid } from '../../../shared/domain/hashed-uuid.ts';
import type { Table } from '../../../shared/table/table.ts';
import { attemptOf } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import type { DeliveredEvent } from '../../../shared/webhooks/fan-out/create-deliveries.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import {
  createWebhookFixture,
  jsonOf,
  sqsEvent,
  type WebhookFixture,
} from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** What the publisher adds to an event. */
const PUBLISHED = { feedPosition: '7.3', keptDays: 30, streamSequence: '7' };

/** An event in the form that EventBridge sends to the queue. */
const busEvent = ({ organizationId }: WebhookFixture, event: DeliveredEvent, more: object = {}): string =>
  JSON.stringify({
    version: '0',
    source: 'sales-data',
    detail: { organizationId, event: JSON.parse(jsonOf(event)), ...PUBLISHED, ...more },
  });

const fanOut = (fixture: WebhookFixture, bodies: readonly string[]) =>
  createFanOut(fixture)(sqsEvent(bodies, 'events'), {
    getRemainingTimeInMillis: () => 30_000,
  });

describe('the fan-out of an event', () => {
  it('queues a delivery for each subscribed endpoint of the organization, and stores none', async () => {
    const fixture = createWebhookFixture(engine);
    const other = createWebhookFixture(engine);
    const all = await fixture.putEndpoint();
    const people = await fixture.putEndpoint({ eventTypes: ['person.*'] });
    await fixture.putEndpoint({ eventTypes: ['company.*', 'person.deleted'] });
    await other.putEndpoint();
    const event = fixture.newEvent();

    const response = await fanOut(fixture, [busEvent(fixture, event)]);

    expect(response).toEqual({ batchItemFailures: [] });
    expect(await fixture.deliveries()).toEqual([]);
    const endpointIds = fixture.queued.map(({ message }) => message.endpointId);
    expect(endpointIds.toSorted()).toEqual([all.id, people.id].toSorted());
    for (const { message, lane } of fixture.queued) {
      expect(message).toMatchObject({
        organizationId: fixture.organizationId,
        id: hashedUuid([event.eventId, message.endpointId]),
        eventId: event.eventId,
        eventType: 'person.updated',
        eventTimestamp: event.eventTimestamp,
        sequence: 3,
        resourceId: event.resourceId,
        feedPosition: '7.3',
      });
      expect(lane).toBe('first');
    }
    expect(other.queued).toEqual([]);
  });

  it.each<[name: string, filter: Filter, includesContactDetails: boolean, isDelivered: boolean]>([
    ['a tag', { data: { tags: ['vip'] } }, true, true],
    ['another tag', { data: { tags: ['cold'] } }, true, false],
    ['a changed field', { changed: ['title', 'phones'], type: [{ prefix: 'person.' }] }, true, true],
    ['a field that did not change', { changed: ['lastName'] }, true, false],
    ['an old value', { previous: { title: ['Engineer'] } }, true, true],
    ['a contact detail', { data: { emails: { address: [{ suffix: '@acme.example' }] } } }, true, true],
    ['a contact detail that is hidden', { data: { emails: { address: [{ exists: true }] } } }, false, false],
    ['a changed contact detail that is hidden', { changed: ['emails'] }, false, false],
    ['an operator of a later version', { data: { tags: [{ sounds: 'vip' }] } }, true, false],
  ])('delivers by a filter for %s', async (_, filter, includesContactDetails, isDelivered) => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint({ filter, includesContactDetails });
    const event = fixture.newEvent();
    const full = {
      ...JSON.parse(jsonOf(event)),
      data: {
        id: event.resourceId,
        title: 'CTO',
        tags: ['eu', 'vip'],
        emails: [{ address: 'ada@acme.example', type: 'work' }],
      },
      previous: { title: 'Engineer', emails: [] },
    };
    await fanOut(fixture, [busEvent(fixture, { ...event, source: { json: JSON.stringify(full) } })]);
    expect(fixture.queued).toHaveLength(isDelivered ? 1 : 0);
    // A receiver must be able to follow an erasure, whatever it filters.
    const erased = { ...full, type: 'person.erased', data: { id: event.resourceId }, previous: {} };
    await fanOut(fixture, [busEvent(fixture, { ...event, source: { json: JSON.stringify(erased) } })]);
    expect(fixture.queued).toHaveLength(isDelivered ? 2 : 1);
  });

  it('shares its queues fairly if an organization has many endpoints', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoints(101);
    const event = fixture.newEvent();
    const sent: unknown[] = [];
    const messages = { send: async (message: unknown) => void sent.push(message) };
    const body = busEvent(fixture, event);
    await fanOut({ ...fixture, messages } as WebhookFixture, [body]);
    // It comes again in the group of its organization, before it costs anything.
    const { detail } = JSON.parse(body);
    const startsAt = expect.any(Number);
    expect(sent).toEqual([{ detail, organizationId: fixture.organizationId, queuedAt: 0, startsAt }]);
    expect(fixture.queued).toEqual([]);
    await fanOut({ ...fixture, messages } as WebhookFixture, [JSON.stringify(sent[0])]);
    expect(sent).toHaveLength(1);
    expect(fixture.queued.map(({ lane }) => lane)).toEqual(Array.from({ length: 101 }, () => 'retry'));
  });

  it('lets events for many endpoints wait as events, at a rate of deliveries', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoints(200);
    const sent: { readonly message: { readonly startsAt?: number }; readonly delay: number }[] = [];
    const clock = { now: Date.now() };
    const messages = {
      send: async (message: object, delay = 0) => void sent.push({ message, delay }),
    };
    const handle = createFanOut({ ...fixture, messages, wideDeliveriesPerSecond: 100 }, () => clock.now);
    const run = (bodies: readonly string[]) =>
      handle(sqsEvent(bodies, 'events', clock.now), { getRemainingTimeInMillis: () => 30_000 });
    const bodies = Array.from({ length: 3 }, () => busEvent(fixture, fixture.newEvent()));
    await run(bodies);
    expect(sent.map(({ delay }) => delay)).toEqual([0, 2, 4]);
    const [first, second] = sent.splice(0).map(({ message }) => JSON.stringify(message));
    await run([first ?? '', second ?? '']);
    expect(fixture.queued).toHaveLength(200);
    // One that comes too early waits on.
    expect(sent.map(({ delay }) => delay)).toEqual([2]);
    clock.now += 2_000;
    await run(sent.splice(0).map(({ message }) => JSON.stringify(message)));
    expect(fixture.queued).toHaveLength(400);
  });

  it('waits at most as long as SQS delays a message, and then on', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoints(101);
    const delays: number[] = [];
    const messages = { send: async (_: object, delay = 0) => void delays.push(delay) };
    const handle = createFanOut({ ...fixture, messages, wideDeliveriesPerSecond: 0.1 });
    const run = () =>
      handle(sqsEvent([busEvent(fixture, fixture.newEvent())], 'events', Date.now()), {
        getRemainingTimeInMillis: () => 30_000,
      });
    for (let event = 0; event < 3; event++) await run();
    expect(delays).toEqual([0, 900, 900]);
  });

  it('writes to the table at most 20 items at a time', async () => {
    const fixture = createWebhookFixture(engine);
    for (let count = 0; count < 15; count++) await fixture.putEndpoint({ disabledReason: 'admin' });
    let running = 0;
    let most = 0;
    const { put } = fixture.store.writer;
    const store: Table = {
      ...fixture.store,
      writer: {
        ...fixture.store.writer,
        async put(...options) {
          running += 1;
          most = Math.max(most, running);
          return put(...options).finally(() => {
            running -= 1;
          });
        },
      },
    };
    const bodies = Array.from({ length: 10 }, () => busEvent(fixture, fixture.newEvent()));
    expect(await fanOut({ ...fixture, store }, bodies)).toEqual({ batchItemFailures: [] });
    expect(await fixture.deliveries()).toHaveLength(150);
    expect(most).toBeGreaterThan(4);
    expect(most).toBeLessThanOrEqual(20);
  });

  it('makes a single read if no endpoint subscribed', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint({ eventTypes: ['company.created'] });
    const read: string[] = [];
    const { reader, writer } = fixture.store;
    const spied = <F extends (...given: never[]) => unknown>(name: string, call: F): F =>
      ((...given) => {
        read.push(name);
        return call(...given);
      }) as F;
    const store: Table = {
      reader: {
        ...reader,
        get: spied('get', reader.get),
        getMany: spied('getMany', reader.getMany),
        queryPage: spied('queryPage', reader.queryPage),
      },
      writer: { ...writer, put: spied('put', writer.put) },
    };
    await fanOut({ ...fixture, store }, [busEvent(fixture, fixture.newEvent())]);
    expect(read).toEqual(['queryPage']);
    expect(fixture.queued).toEqual([]);
  });

  it('creates no delivery of an operational event to the endpoint that it is about', async () => {
    const fixture = createWebhookFixture(engine);
    const failing = await fixture.putEndpoint({ disabledReason: 'gone' });
    const all = await fixture.putEndpoint();
    const operational = await fixture.putEndpoint({ eventTypes: ['webhook_endpoint.*'] });
    const disabled = await fixture.putEndpoint({ eventTypes: ['webhook_endpoint.disabled'] });
    await fixture.putEndpoint({ eventTypes: ['webhook_endpoint.failing', 'person.*'] });
    const { source: _, ...event } = fixture.newEvent();
    const data = { id: failing.id, url: failing.url };
    const json = { ...JSON.parse(jsonOf(fixture.newEvent())), type: 'webhook_endpoint.disabled', data };
    await fanOut(fixture, [busEvent(fixture, { ...event, source: { json: JSON.stringify(json) } })]);
    const ids = [...(await fixture.deliveries()), ...fixture.queued.map(({ message }) => message)].map(
      ({ endpointId }) => endpointId,
    );
    expect(ids.toSorted()).toEqual([all.id, operational.id, disabled.id].toSorted());
  });

  it('creates deliveries of operational events to endpoints of API keys only about such endpoints', async () => {
    const fixture = createWebhookFixture(engine);
    const byAdmin = await fixture.putEndpoint({ eventTypes: ['webhook_endpoint.*'] });
    const byKey = await fixture.putEndpoint({ apiKeyId: randomUUID(), eventTypes: ['*'] });
    const receiversOf = async (type: string, data: object): Promise<readonly string[]> => {
      fixture.queued.length = 0;
      const event = fixture.newEvent();
      const json = JSON.stringify({ ...JSON.parse(jsonOf(event)), type, data: { id: 'other', ...data } });
      const body = busEvent(fixture, { ...event, source: { json } });
      expect(await fanOut(fixture, [body])).toEqual({ batchItemFailures: [] });
      return fixture.queued.map(({ message }) => message.endpointId).toSorted();
    };
    const both = [byAdmin.id, byKey.id].toSorted();
    for (const type of ['webhook_endpoint.failing', 'webhook_endpoint.disabled']) {
      expect(await receiversOf(type, { apiKeyId: null })).toEqual([byAdmin.id]);
      expect(await receiversOf(type, {})).toEqual([byAdmin.id]);
      expect(await receiversOf(type, { apiKeyId: randomUUID() })).toEqual(both);
    }
    expect(await receiversOf('person.updated', {})).toEqual([byKey.id]);
  });

  it('creates deliveries idempotently', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    await fixture.putEndpoint({ disabledReason: 'admin' });
    const body = busEvent(fixture, fixture.newEvent());
    await fanOut(fixture, [body]);
    const stored = await fixture.deliveries();
    await fanOut(fixture, [body]);
    expect(await fixture.deliveries()).toEqual(stored);
    const [first, second] = fixture.queued.map(({ message }) => attemptOf(message));
    expect(second).toEqual(first);
  });

  it('retries if the queue fails', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    const body = busEvent(fixture, fixture.newEvent());
    fixture.state.isQueueDown = true;
    expect(await fanOut(fixture, [body])).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
    fixture.state.isQueueDown = false;
    expect(await fanOut(fixture, [body])).toEqual({ batchItemFailures: [] });
    expect(fixture.queued).toHaveLength(1);
  });

  it('records a missed delivery for a disabled endpoint, and queues nothing', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint({ disabledReason: 'admin', disabledAt: '2026-01-01T00:00:00.000Z' });
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent())]);
    expect(await fixture.deliveries()).toMatchObject([{ state: 'missed', nextAttemptAt: null }]);
    expect(fixture.queued).toEqual([]);
  });

  it('queues deliveries to a failing endpoint in the retry lane', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint({ failingSince: '2026-01-01T00:00:00.000Z' });
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent())]);
    expect(fixture.queued).toMatchObject([{ lane: 'retry' }]);
  });

  it('records a failed delivery for an oversized event, with the reason', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent(), { oversized: true })]);
    const [delivery] = await fixture.deliveries();
    expect(delivery).toMatchObject({ state: 'failed', reason: expect.stringContaining('1,000,000 bytes') });
    expect(delivery?.feedPosition).toBeNull();
    expect(fixture.queued).toEqual([]);
  });

  it('reports only the messages that failed', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    const good = busEvent(fixture, fixture.newEvent());
    const bodies = ['{"detail":{"organizationId":"x"}}', good, 'no JSON'];
    expect(await fanOut(fixture, bodies)).toEqual({
      batchItemFailures: [{ itemIdentifier: '0' }, { itemIdentifier: '2' }],
    });
    expect(fixture.queued).toHaveLength(1);
  });

  it('keeps deliveries as long as the organization keeps the event', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent(), { keptDays: 7 })]);
    const [queued] = fixture.queued;
    const ttl = queued !== undefined && 'ttl' in queued.message ? queued.message.ttl : 0;
    expect(Math.abs(ttl - (Date.now() / 1000 + 7 * 86_400))).toBeLessThan(60);
  });
});
