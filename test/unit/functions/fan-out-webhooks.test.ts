import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFanOut } from '../../../functions/fan-out-webhooks/handler.ts';
import { webhookEventKey } from '../../../shared/table/items/webhook-keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { secondsAfter } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { readEventBody } from '../../../shared/webhooks/deliveries/event-body.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import { createWebhookFixture, sqsEvent, type WebhookFixture } from '../../support/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** An event in the form that EventBridge sends to the queue. */
const busEvent = (
  { organizationId }: WebhookFixture,
  event: { readonly body: string | undefined },
  more: object = {},
): string =>
  JSON.stringify({
    version: '0',
    source: 'sales-data',
    detail: { organizationId, event: JSON.parse(event.body ?? ''), ...more },
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
    });
    expect(
      fixture.queued.map(({ message, lane }) => [message.endpointId, message.attempt, lane]).toSorted(),
    ).toEqual([all.id, people.id].toSorted().map((id) => [id, 1, 'first']));
    expect(await readEventBody(fixture.store, fixture.organizationId, event.eventId)).toBe(event.body);
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
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent())]);
    expect(await engine.itemsOf(`WEBHOOK_EVENT#${fixture.organizationId}`)).toEqual([]);
    expect(fixture.queued).toEqual([]);
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
    await fanOut(fixture, [busEvent(fixture, fixture.newEvent(), { oversized: true })]);
    const [delivery] = await fixture.deliveries();
    expect(delivery).toMatchObject({ state: 'failed', reason: expect.stringContaining('1,000,000 bytes') });
    expect(fixture.queued).toEqual([]);
    expect(await engine.itemsOf(`WEBHOOK_EVENT#${fixture.organizationId}`)).toEqual([]);
  });

  it('stores bodies of more than one item byte for byte', async () => {
    const fixture = createWebhookFixture(engine);
    await fixture.putEndpoint();
    const event = fixture.newEvent();
    // Random text does not compress well, so the body needs several items.
    const noise = Array.from({ length: 30_000 }, () => crypto.randomUUID().slice(0, 30)).join('');
    const body = JSON.stringify({ ...JSON.parse(event.body ?? ''), previous: { note: noise } });
    await fanOut(fixture, [busEvent(fixture, { body })]);
    expect(await engine.itemsOf(`WEBHOOK_EVENT#${fixture.organizationId}`)).toHaveLength(2);
    expect(await readEventBody(fixture.store, fixture.organizationId, event.eventId)).toBe(body);

    const Key = { ...webhookEventKey(fixture.organizationId, event.eventId, 1) };
    await fixture.store.writer.transact([{ delete: { Key } }]);
    expect(await readEventBody(fixture.store, fixture.organizationId, event.eventId)).toBeUndefined();
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

  it('keeps deliveries until 30 days after the longest schedule', async () => {
    const fixture = createWebhookFixture(engine);
    const endpoint = await fixture.putEndpoint();
    const delivery = await fixture.newDelivery(endpoint);
    const item = await fixture.deliveryItem(delivery.id);
    const in40Days = Date.parse(secondsAfter(new Date().toISOString(), 40 * 86_400)) / 1000;
    expect(Math.abs(Number(item?.['ttl']) - in40Days)).toBeLessThan(60);
  });
});
