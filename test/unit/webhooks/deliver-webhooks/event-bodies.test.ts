import { describe, expect, it } from 'vitest';
import { itemsOfChunk } from '../../../../shared/events/feed/feed-chunk.ts';
import { readChunk } from '../../../../shared/events/feed/stored-chunks.ts';
import { feedChunkKey } from '../../../../shared/table/items/feed-keys.ts';
import { createWebhookFixture, jsonOf } from '../../../support/webhooks/webhook-fixture.ts';
import { appendTogether, DONE, deliver, existing, useDeliveries } from './deliveries.ts';

const { engine, receiver } = useDeliveries();

describe('the event of a delivery', () => {
  const REASON = 'The event is no longer stored.';

  const prepare = async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const endpoint = await fixture.putEndpoint({ url });
    return { fixture, received, endpoint };
  };

  it('reads the event from its position in a chunk', async () => {
    const { fixture, received, endpoint } = await prepare();
    const events = [fixture.newEvent(), fixture.newEvent(), fixture.newEvent()];
    await appendTogether(fixture, events);
    const source = { feedPosition: '1.1' };
    const delivery = await fixture.newDelivery(endpoint, { ...existing(events[1]), source });
    await deliver(fixture, delivery);
    expect(received.map(({ body }) => body)).toEqual([jsonOf(existing(events[1]))]);
  });

  it('fails the delivery of an expired event', async () => {
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

  it('fails the delivery of an erased event', async () => {
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

  it('fails the delivery if another event is at its position', async () => {
    const { fixture, received, endpoint } = await prepare();
    const { source } = await fixture.inFeed(fixture.newEvent());
    const delivery = await fixture.newDelivery(endpoint, fixture.newEvent({ source }));
    await deliver(fixture, delivery);
    expect(received).toEqual([]);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'failed', reason: REASON });
  });

  it('sends the event stored in the delivery of a test event', async () => {
    const { fixture, received, endpoint } = await prepare();
    const event = fixture.newEvent();
    const delivery = await fixture.newDelivery(endpoint, event);
    await deliver(fixture, delivery);
    expect(received.map(({ body }) => body)).toEqual([jsonOf(event)]);
  });

  it('reads no event for a message that causes no attempt', async () => {
    const { fixture, endpoint } = await prepare();
    const delivery = await fixture.newDelivery(endpoint, await fixture.inFeed(fixture.newEvent()));
    await deliver(fixture, delivery);
    const { store } = fixture;
    const queryPage = () => Promise.reject(new Error('The event was read.'));
    const other = { ...fixture, store: { ...store, reader: { ...store.reader, queryPage } } };
    expect(await deliver(other, delivery)).toEqual(DONE);
  });
});
