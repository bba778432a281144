import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  MAX_DELAY_SECONDS,
  messageOf,
  secondsAfter,
} from '../../../../shared/webhooks/deliveries/delivery-queue.ts';
import { generateSigningSecret } from '../../../../shared/webhooks/secrets/signature.ts';
import { createWebhookFixture, jsonOf } from '../../../support/webhooks/webhook-fixture.ts';
import { DONE, deliver, existing, useDeliveries } from './deliveries.ts';

const { engine, receiver } = useDeliveries();

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

  it('signs with the previous secret, too, until it expires', async () => {
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

  it('retries a failed attempt on schedule with the same id until it succeeds', async () => {
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

  it("queues an attempt that is due after exactly the queue's maximum delay", async () => {
    const withoutJitter = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => withoutJitter.mockRestore());
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    await deliver(fixture, delivery, { schedule: [MAX_DELAY_SECONDS] });
    expect(fixture.queued.at(-1)).toMatchObject({ message: { attempt: 2 }, delaySeconds: 900 });
    const item = existing(await fixture.deliveryItem(delivery.id));
    // Another message would count as the lost one.
    const lostAt = secondsAfter(String(item['nextAttemptAt']), 900);
    expect(item['gsi3sk']).toBe(`${lostAt}#${delivery.id}`);
  });

  it("queues no attempt beyond the queue's maximum delay", async () => {
    const fixture = createWebhookFixture(engine);
    const { url } = await receiver([500]);
    const delivery = await fixture.newDelivery(await fixture.putEndpoint({ url }));
    const before = fixture.queued.length;
    await deliver(fixture, delivery, { schedule: [7_200] });
    expect(fixture.queued.length).toBe(before);
    const item = existing(await fixture.deliveryItem(delivery.id));
    expect(item['gsi3sk']).toBe(`${item['nextAttemptAt']}#${delivery.id}`);
  });

  it('marks the delivery as failed after its last failed attempt', async () => {
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
