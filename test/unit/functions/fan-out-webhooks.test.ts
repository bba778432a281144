import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFanOut } from '../../../functions/fan-out-webhooks/handler.ts';
import type { Table } from '../../../shared/table/table.ts';
import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import type { DeliveredEvent } from '../../../shared/webhooks/fan-out/create-deliveries.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import {
  createWebhookFixture,
  jsonOf,
  sqsEvent,
  type WebhookFixture,
} from '../../support/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** An event in the form that EventBridge sends to the queue. */
const busEvent = (
  { organizationId }: WebhookFixture,
  event: DeliveredEvent,
  more: object = { feedPosition: '7.3' },
): string =>
  JSON.stringify({
    version: '0',
    source: 'sales-data',
    detail: { organizationId, event: JSON.parse(jsonOf(event)), ...more },
  });

const fanOut = (fixture: WebhookFixture, bodies: readonly string[]) =>
  createFanOut(fixture)(sqsEvent(bodies, 'events'), { getRemainingTimeInMillis: () => 30_000 });

describe('the fan-out of an event', () => {
  it('creates and queues a delivery for each subscribed endpoint of the organization', async () => {
    const fixture = createWebhookFixture(engine);
    const other = createWebhookFixture(engine);
    const all = await fixture.putEndpoint();
    const people = await fixture.putEndpoint({ events: ['person.*'] });
    await fixture.putEndpoint({ events: ['company.*', 'person.deleted'] });
    await other.putEndpoint();
    const event = fixture.newEvent();

    const response = await fanOut(fixture, [busEvent(fixture, event)]);

    expect(response).toEqual({ batchItemFailures: [] });
    const deliveries = await fixture.deliveries();
    expect(new Set(deliveries.map(({ endpointId }) => endpointId))).toEqual(new Set([all.id, people.id]));
    expect(deliveries[0]).toMatchObject({
      state: 'pending',
      eventId: event.eventId,
      eventType: 'person.updated',
      sequence: 3,
      resourceId: event.resourceId,
      attemptCount: 0,
      attempts: [],
      feedPosition: '7.3',
      body: null,
    });
    expect(
      fixture.queued.map(({ message, lane }) => [message.endpointId, message.attempt, lane]).toSorted(),
    ).toEqual([all.id, people.id].toSorted().map((id) => [id, 1, 'first']));
    expect(await engine.itemsOf(`WEBHOOK_EVENT#${fixture.organizationId}`)).toEqual([]);
    expect(await other.deliveries()).toEqual([]);
  });

  it('writes to the table at most 16 items at a time', async () => {
    const fixture = createWebhookFixture(engine);
    for (let count = 0; count < 15; count++) await fixture.putEndpoint();
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
    expect(most).toBeLessThanOrEqual(16);
  });

  it('makes a single read if no endpoint subscribed', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint({ events: ['company.created'] });
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
    const operational = await fixture.putEndpoint({ events: ['webhook_endpoint.*'] });
    const disabled = await fixture.putEndpoint({ events: ['webhook_endpoint.disabled'] });
    await fixture.putEndpoint({ events: ['webhook_endpoint.failing', 'person.*'] });
    const { source: _, ...event } = fixture.newEvent();
    const data = { id: failing.id, url: failing.url };
    const json = { ...JSON.parse(jsonOf(fixture.newEvent())), type: 'webhook_endpoint.disabled', data };
    await fanOut(fixture, [busEvent(fixture, { ...event, source: { json: JSON.stringify(json) } })]);
    const ids = (await fixture.deliveries()).map(({ endpointId }) => endpointId);
    expect(ids.toSorted()).toEqual([all.id, operational.id, disabled.id].toSorted());
  });

  it('is idempotent', async () => {
    const fixture = createWebhookFixture(engine);
    const endpoint = await fixture.putEndpoint();
    const event = fixture.newEvent();
    await fanOut(fixture, [busEvent(fixture, event)]);
    const [first] = await fixture.deliveries();
    await fanOut(fixture, [busEvent(fixture, event)]);
    expect(await fixture.deliveries()).toEqual([first]);

    // After an attempt, another fan-out does not queue it again.
    await engine.client.send(
      new UpdateCommand({
        TableName: engine.tableName,
        Key: { pk: `WEBHOOK_DELIVERY#${fixture.organizationId}#${first?.id}`, sk: 'WEBHOOK_DELIVERY' },
        UpdateExpression: 'SET attemptCount = :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    const before = fixture.queued.length;
    await fanOut(fixture, [busEvent(fixture, event)]);
    expect(fixture.queued.length).toBe(before);
    expect(endpoint.id).toBe(first?.endpointId);
  });

  it('queues deliveries that were stored before the queue failed', async () => {
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
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent(), { feedPosition: '7.3', oversized: true })]);
    const [delivery] = await fixture.deliveries();
    expect(delivery).toMatchObject({ state: 'failed', reason: expect.stringContaining('1,000,000 bytes') });
    expect(delivery?.feedPosition).toBeNull();
    expect(fixture.queued).toEqual([]);
  });

  it('stores an event that an earlier version put on the bus in its deliveries', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    const event = fixture.newEvent();
    await fanOut(fixture, [busEvent(fixture, event, {})]);
    const [delivery] = await fixture.deliveries();
    expect(delivery).toMatchObject({ state: 'pending', feedPosition: null, body: expect.any(Uint8Array) });
    const { store, organizationId } = fixture;
    const shown = await readDeliveryWithPayload(store, organizationId, delivery?.id ?? '');
    expect(shown?.payload).toEqual(JSON.parse(jsonOf(event)));
  });

  it('records a failed delivery for such an event that is too large to store', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    // Random text does not compress well.
    const noise = Array.from({ length: 20_000 }, () => crypto.randomUUID().slice(0, 30)).join('');
    const event = fixture.newEvent();
    const json = JSON.stringify({ ...JSON.parse(jsonOf(event)), previous: { note: noise } });
    const bodies = [busEvent(fixture, { ...event, source: { json } }, {})];
    expect(await fanOut(fixture, bodies)).toEqual({ batchItemFailures: [] });
    const [delivery] = await fixture.deliveries();
    expect(delivery).toMatchObject({ state: 'failed', reason: expect.stringContaining('before an update') });
    expect(delivery?.body).toBeNull();
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
    expect(await fixture.deliveries()).toHaveLength(1);
  });

  it.each([30, 90])('keeps deliveries as long as the feed keeps events: %i days', async (retentionDays) => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    await fanOut({ ...fixture, retentionDays }, [busEvent(fixture, fixture.newEvent())]);
    const [delivery] = await fixture.deliveries();
    const end = Date.now() / 1000 + retentionDays * 86_400;
    expect(Math.abs((delivery?.ttl ?? 0) - end)).toBeLessThan(60);
  });
});
