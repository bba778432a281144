import { describe, expect, it } from 'vitest';
import { createEndpoint } from '../../../../shared/webhooks/endpoints/create-endpoint.ts';
import { updateEndpoint } from '../../../../shared/webhooks/endpoints/update-endpoint.ts';
import { ACTOR } from '../../../support/keys/key-fixture.ts';
import { createWebhookFixture, openCipher } from '../../../support/webhooks/webhook-fixture.ts';
import { DONE, deliver, existing, useDeliveries } from './deliveries.ts';

const { engine, receiver } = useDeliveries();

const prepare = async (limit?: number) => {
  const fixture = createWebhookFixture(engine);
  const { received, url } = await receiver([204]);
  const { organizationId, store } = fixture;
  const dependencies = { store, cipher: openCipher, policy: { allowsLoopback: true } };
  const { endpoint } = await createEndpoint(
    dependencies,
    {
      organizationId,
      url,
      description: null,
      eventTypes: ['*'],
      includesContactDetails: true,
      headers: [
        { name: 'Authorization', value: 'Bearer secret-1' },
        { name: 'X-Team', value: 'sales' },
      ],
      maxPerSecond: limit ?? null,
      payload: 'thin',
    },
    ACTOR,
  );
  return { fixture, dependencies, endpoint, received, url };
};

describe('the options of an endpoint', () => {
  it('sends its headers, whose values neither the table nor the audit log shows', async () => {
    const { fixture, endpoint, received } = await prepare();
    await deliver(fixture, await fixture.newDelivery(endpoint));
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret-1', 'x-team': 'sales' });
    expect(endpoint.headers.every(({ encryptedValue }) => encryptedValue.startsWith('{'))).toBe(true);
    expect(JSON.stringify(await fixture.auditItems())).not.toContain('secret-1');
  });

  it('keeps the value of a header that is given by its name, and refuses a new one without', async () => {
    const { fixture, dependencies, endpoint, received } = await prepare();
    const update = (headers: readonly { name: string; value?: string }[]) =>
      updateEndpoint(dependencies, fixture.organizationId, endpoint.id, { headers }, ACTOR);
    await expect(update([{ name: 'X-New' }])).rejects.toMatchObject({ field: 'headers.0.value' });
    const changed = existing(await update([{ name: 'authorization' }, { name: 'X-New', value: 'new' }]));
    await deliver(fixture, await fixture.newDelivery(changed));
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret-1', 'x-new': 'new' });
    expect(received[0]?.headers).not.toHaveProperty('x-team');
  });

  it('delivers a thin payload, also of an event that is too large or no longer stored', async () => {
    const { fixture, endpoint, received } = await prepare();
    const event = fixture.newEvent({ isOversized: true, source: { feedPosition: '999.1' } });
    await deliver(fixture, await fixture.newDelivery(endpoint, event));
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      id: event.eventId,
      type: 'person.updated',
      timestamp: event.eventTimestamp,
      sequence: 3,
      data: { id: event.resourceId },
    });
  });

  it('starts requests as far apart as the limit per second wants, and leaves longer waits to the queue', async () => {
    const { fixture, endpoint, received } = await prepare(2);
    const deliveries = await Promise.all([1, 2, 3, 4, 5].map(() => fixture.newDelivery(endpoint)));
    const start = performance.now();
    await Promise.all(deliveries.map((each) => deliver(fixture, each)));
    const took = performance.now() - start;
    // Those at 0, 500 and 1,000 ms, whose wait is a few milliseconds longer or shorter than a second.
    expect([2, 3]).toContain(received.length);
    expect(took).toBeGreaterThan(450);
    const moved = fixture.queued.filter(({ message }) => message.startsAt !== undefined);
    expect(moved.map(({ lane }) => lane)).toEqual(moved.map(() => 'retry'));
    expect(moved.length + received.length).toBe(5);
    const starts = moved.map(({ message }) => message.startsAt ?? 0).toSorted((one, other) => one - other);
    for (const [index, at] of starts.slice(1).entries()) expect(at - (starts[index] ?? 0)).toBe(500);
  });

  it('plans a wait that is longer than the queue allows, and keeps its turn', async () => {
    const { fixture, endpoint, received } = await prepare(1);
    const key = { pk: `WEBHOOK_SLOTS#${fixture.organizationId}#${endpoint.id}`, sk: 'WEBHOOK_SLOTS' };
    const ahead = async (seconds: number): Promise<void> => {
      const nextSlot = (Date.now() + seconds * 1_000) * 1_000;
      await fixture.store.writer.update({
        Key: key,
        UpdateExpression: 'SET nextSlot = :next',
        ExpressionAttributeValues: { ':next': nextSlot },
      });
    };
    await ahead(3_600);
    const delivery = await fixture.newDelivery(endpoint);
    expect(await deliver(fixture, delivery)).toEqual(DONE);
    const planned = existing(await fixture.readDelivery(delivery.id));
    expect(planned).toMatchObject({ state: 'pending', attemptCount: 0 });
    expect(Date.parse(planned.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    // As requeue-deliveries queues it when it is due.
    await deliver(fixture, planned, { lane: 'retry' });
    expect(received).toHaveLength(1);
    expect(await fixture.readDelivery(delivery.id)).toMatchObject({ state: 'succeeded' });

    await ahead(8 * 86_400);
    const late = await fixture.newDelivery(endpoint);
    await deliver(fixture, late);
    expect(await fixture.readDelivery(late.id)).toMatchObject({ state: 'failed', attemptCount: 0 });
  });
});
