import { describe, expect, it } from 'vitest';
import { parseDeliveryMessage } from '../../../../functions/webhooks/deliver-webhooks/handler.ts';
import { webhookDeliveryKey, webhookEndpointKey } from '../../../../shared/table/items/webhook-keys.ts';
import type { NewDelivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { messageOf } from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { createWebhookFixture } from '../../../support/webhooks/webhook-fixture.ts';
import { DONE, deliver, existing, recorded, useDeliveries } from './deliveries.ts';

const { engine, receiver } = useDeliveries();

describe('a delivery that is not stored', () => {
  const prepare = async (statuses: readonly number[]) => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver(statuses);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(fixture.newEvent()));
    expect(await fixture.readDelivery(delivery.id)).toBeUndefined();
    return { fixture, received, endpoint, delivery };
  };

  it('stores a delivery with the outcome of its first attempt, in one write', async () => {
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

  it('retries a delivery like any other after a failure', async () => {
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

  it('retries a delivery even if the response to the write of an attempt was lost', async () => {
    const { fixture, delivery } = await prepare([500, 500, 200]);
    const { writer } = fixture.store;
    const losesResponses = {
      ...writer,
      put: async (...given: Parameters<typeof writer.put>) => {
        await writer.put(...given);
        return false;
      },
      update: async (...given: Parameters<typeof writer.update>) => {
        const stored = await writer.update(...given);
        return given[0].Key?.['pk'] === deliveryPartition ? undefined : stored;
      },
    };
    const deliveryPartition = webhookDeliveryKey(fixture.organizationId, delivery.id).pk;
    const faulty = { ...fixture, store: { ...fixture.store, writer: losesResponses } };
    await deliver(faulty, delivery);
    const first = existing(await fixture.readDelivery(delivery.id));
    expect(first).toMatchObject({ state: 'pending', attemptCount: 1 });
    expect(fixture.queued.at(-1)?.message).toEqual(messageOf(first));
    await deliver(faulty, first, { lane: 'retry' });
    const second = existing(await fixture.readDelivery(delivery.id));
    expect(second).toMatchObject({ state: 'pending', attemptCount: 2 });
    expect(fixture.queued.at(-1)?.message).toEqual(messageOf(second));
    await deliver(faulty, second, { lane: 'retry' });
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'succeeded', attemptCount: 3 });
  });

  it('attempts a delivery once for two messages, and for both if they are concurrent', async () => {
    const { fixture, received, delivery } = await prepare([200]);
    await deliver(fixture, delivery);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    expect(received).toHaveLength(1);
    // Attempts of one millisecond with the same outcome are taken for one, whose response was lost.
    const other = await prepare([200, 204]);
    const both = [other.delivery, other.delivery].map((each) =>
      deliver(other.fixture, each, { lane: 'retry' }),
    );
    expect(await Promise.all(both)).toEqual([DONE, DONE]);
    const after = existing(await other.fixture.readDelivery(other.delivery.id));
    expect(after.attempts).toHaveLength(other.received.length);
    expect(after.attemptCount).toBe(other.received.length);
  });

  it('marks a delivery as missed if its endpoint was disabled meanwhile', async () => {
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

  it('moves a delivery and its message to the retry lane if its endpoint is failing', async () => {
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

  it('sends a message without the fields of stored deliveries', async () => {
    const { delivery } = await prepare([200]);
    const message = messageOf(delivery);
    for (const required of ['deliveryId', 'series', 'attempt']) expect(message).not.toHaveProperty(required);
    expect(parseDeliveryMessage(JSON.stringify(message))).toEqual(message);
  });
});
