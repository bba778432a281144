import { describe, expect, it } from 'vitest';
import { timestampOf } from '../../../../shared/domain/timestamp.ts';
import { webhookEndpointKey } from '../../../../shared/table/items/webhook-keys.ts';
import { messageOf, secondsAfter } from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { recordEndpointHealth } from '../../../../shared/webhooks/endpoints/endpoint-health.ts';
import { createWebhookFixture } from '../../../support/webhooks/webhook-fixture.ts';
import { startReceiver } from '../../../support/webhooks/webhook-receiver.ts';
import { DONE, deliver, existing, useDeliveries } from './deliveries.ts';

const { engine, receiver, receivers } = useDeliveries();

describe('an endpoint', () => {
  it('disables an endpoint that returns 410 immediately, with an audit log entry', async () => {
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

  it.each([
    [410, null, { disabledReason: 'gone' }],
    [200, secondsAfter(new Date().toISOString(), -3_600), { disabledReason: null, failingSince: null }],
  ])('records the health that was lost after a %i when the message is repeated', async (...given) => {
    const [status, failingSince, health] = given;
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([status]);
    const endpoint = await fixture.putEndpoint({ url, failingSince });
    const delivery = await fixture.newDelivery(endpoint);
    const { sk } = webhookEndpointKey(fixture.organizationId, endpoint.id);
    const { writer } = fixture.store;
    const failing: typeof writer = {
      ...writer,
      update: async (update) =>
        update.Key?.['sk'] === sk ? Promise.reject(new Error('DynamoDB is away.')) : writer.update(update),
      transact: () => Promise.reject(new Error('DynamoDB is away.')),
    };
    const faulty = { ...fixture, store: { ...fixture.store, writer: failing } };
    expect(await deliver(faulty, delivery, { lane: 'retry' })).not.toEqual(DONE);
    expect(await fixture.readEndpoint(endpoint.id)).toMatchObject({ disabledReason: null, failingSince });
    for (let message = 0; message < 2; message++) {
      expect(await deliver(fixture, delivery, { lane: 'retry' })).toEqual(DONE);
      expect(await fixture.readEndpoint(endpoint.id)).toMatchObject(health);
    }
    expect(received).toHaveLength(1);
    expect(await fixture.auditItems()).toHaveLength(status === 410 ? 1 : 0);
  });

  it('keeps a failing endpoint failing when the message of an earlier success is repeated', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200, 500]);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint);
    await deliver(fixture, delivery);
    const at = existing(await fixture.readDelivery(delivery.id)).attempts[0]?.at ?? '';
    const failingSince = timestampOf(new Date(Date.parse(at) + 1));
    await recordEndpointHealth(fixture.store, endpoint, 'failing', failingSince);
    expect(await deliver(fixture, delivery, { lane: 'retry' })).toEqual(DONE);
    expect(received).toHaveLength(1);
    expect(await fixture.readEndpoint(endpoint.id)).toMatchObject({ failingSince });
  });

  it('keeps an endpoint enabled that was enabled after a 410 when the message is repeated', async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([410]);
    const endpoint = await fixture.putEndpoint({ url });
    const delivery = await fixture.newDelivery(endpoint);
    await deliver(fixture, delivery);
    await fixture.store.writer.update({
      Key: { ...webhookEndpointKey(fixture.organizationId, endpoint.id) },
      UpdateExpression: 'SET updatedAt = :now REMOVE disabledReason, disabledAt',
      ExpressionAttributeValues: { ':now': new Date().toISOString() },
    });
    await deliver(fixture, delivery);
    expect((await fixture.readEndpoint(endpoint.id))?.disabledReason).toBeNull();
  });

  it('disables an endpoint that fails for five days, whose pending deliveries are missed', async () => {
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

  it('reports an endpoint that fails for a day as failing with the next attempt', async () => {
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

  it('keeps an endpoint enabled that is fixed during a failing attempt', async () => {
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

  it('keeps an endpoint enabled that another delivery reached during a failing attempt', async () => {
    const fixture = createWebhookFixture(engine);
    const failingSince = secondsAfter(new Date().toISOString(), -6 * 86_400);
    let succeed = async (): Promise<void> => {};
    const started = await startReceiver(async (_, response) => {
      await succeed();
      response.writeHead(500).end();
    });
    receivers.push(started);
    const url = `http://127.0.0.1:${started.port}/`;
    const endpoint = await fixture.putEndpoint({ url, failingSince });
    succeed = () => recordEndpointHealth(fixture.store, endpoint, 'healthy', timestampOf(new Date()));
    await deliver(fixture, await fixture.newDelivery(endpoint), { lane: 'retry' });
    expect(await fixture.readEndpoint(endpoint.id)).toMatchObject({
      disabledReason: null,
      failingSince: null,
    });
    expect(await fixture.auditItems()).toEqual([]);
  });

  it.each([
    ['disabled', 'The endpoint was disabled.'],
    ['deleted', 'The endpoint was deleted.'],
  ])(
    'sends nothing to an endpoint that was %s meanwhile, whose deliveries are missed',
    async (how, reason) => {
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
    },
  );

  it('moves first attempts of a slow endpoint to the retry lane until it is fast again', async () => {
    const fixture = createWebhookFixture(engine);
    const { received, url } = await receiver([200]);
    const endpoint = await fixture.putEndpoint({ url });
    const queuedEarlier = await fixture.newDelivery(endpoint);
    await recordEndpointHealth(fixture.store, endpoint, 'slow', timestampOf(new Date()));
    const slow = existing(await fixture.readEndpoint(endpoint.id));
    expect(slow).toMatchObject({ version: 1, failingSince: null });
    await deliver(fixture, queuedEarlier);
    expect(received).toEqual([]);
    const later = await fixture.newDelivery(slow);
    expect(fixture.queued.map(({ lane }) => lane)).toEqual(['first', 'retry', 'retry']);
    await deliver(fixture, later, { lane: 'retry' });
    expect(received).toHaveLength(1);
    expect((await fixture.readEndpoint(endpoint.id))?.slowSince).toBeNull();
  });

  it('moves first attempts of a failing endpoint to the retry lane', async () => {
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

  it('never calls an endpoint with a forbidden address, and records why', async () => {
    const fixture = createWebhookFixture(engine);
    const endpoint = await fixture.putEndpoint({ url: 'https://169.254.169.254/latest/meta-data' });
    const delivery = await fixture.newDelivery(endpoint);
    await deliver(fixture, delivery);
    const [attempt] = existing(await fixture.readDelivery(delivery.id)).attempts;
    expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('Not sent') });
  });
});
