import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_SCHEMAS } from '../../../shared/contract/events/event-schemas.ts';
import { readDeliveryWithPayload } from '../../../shared/webhooks/deliveries/delivery-body.ts';
import { listDeliveries } from '../../../shared/webhooks/deliveries/list-deliveries.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { recordEndpointHealth } from '../../../shared/webhooks/endpoints/endpoint-health.ts';
import { readEndpoint } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { listEndpoints } from '../../../shared/webhooks/endpoints/list-endpoints.ts';
import { rotateSecret } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import { type EndpointChanges, updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { sendTestEvent } from '../../../shared/webhooks/fan-out/send-test-event.ts';
import { startReplay } from '../../../shared/webhooks/replays/start-replay.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { createWebhookFixture, openCipher, SERVICE } from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

const URL_1 = 'https://hooks.example.com/sales';

const prepare = () => {
  const fixture = createWebhookFixture(engine);
  const { organizationId, queue, store } = fixture;
  const dependencies = { store, cipher: openCipher, policy: {} };
  return {
    fixture,
    store,
    organizationId,
    create: (url = URL_1) =>
      createEndpoint(
        dependencies,
        { organizationId, url, description: null, eventTypes: ['person.*'], includesContactDetails: true },
        ACTOR,
      ),
    update: (organization: string, id: string, changes: EndpointChanges) =>
      updateEndpoint(dependencies, organization, id, changes, ACTOR),
    rotate: (organization: string, id: string, signature?: 'hmac' | 'ed25519') =>
      rotateSecret(dependencies, organization, id, ACTOR, signature),
    test: (organization: string, id: string) => sendTestEvent(store, queue, organization, id, ACTOR),
    actions: async () => (await fixture.auditItems()).map((item) => item['action']).toSorted(),
  };
};

describe('a webhook endpoint', () => {
  it('changes to a private key, which is never shown, by a rotation', async () => {
    const { organizationId, create, rotate } = prepare();
    const { endpoint: before } = await create();
    const rotated = await rotate(organizationId, before.id, 'ed25519');
    expect(rotated?.secret).toBeNull();
    const view = viewOfEndpoint(rotated?.endpoint ?? before, SERVICE, before.createdAt);
    expect(view).toMatchObject({ signature: 'ed25519', previousPublicKey: null });
    expect(view.publicKey).toMatch(/^whpk_/);
    const again = await rotate(organizationId, before.id);
    expect(again?.endpoint).toMatchObject({ signature: 'ed25519', previousPublicKey: view.publicKey });
    expect(JSON.stringify(again)).not.toContain('"whsk_');
    expect((await rotate(organizationId, before.id, 'hmac'))?.secret).toMatch(/^whsec_/);
  });

  it('registers an endpoint with a secret that is shown once and stored encrypted', async () => {
    const { fixture, store, organizationId, create, actions } = prepare();
    const { endpoint, secret } = await create();
    expect(secret).toMatch(/^whsec_/);
    const context = { organizationId, endpointId: endpoint.id };
    expect(await openCipher.decrypt(endpoint.encryptedSecret, context)).toBe(secret);
    expect(await readEndpoint(store, organizationId, endpoint.id)).toEqual(endpoint);
    const view = JSON.stringify(viewOfEndpoint(endpoint, SERVICE, endpoint.createdAt));
    expect(view).not.toContain('whsec_');
    expect(view).not.toContain('encrypted');
    expect(await actions()).toEqual(['webhook_endpoint.created']);
    expect(JSON.stringify(await fixture.auditItems())).not.toContain(secret);
  });

  it.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'not a url',
  ])('rejects the URL %s', async (url) => {
    const { store, organizationId, create, update, actions } = prepare();
    const rejected = create(url);
    await expect(rejected).rejects.toThrow(/^must/);
    const { endpoint } = await create();
    await expect(update(organizationId, endpoint.id, { url })).rejects.toThrow(/^must/);
    expect((await readEndpoint(store, organizationId, endpoint.id))?.url).toBe(URL_1);
    expect(await actions()).toEqual(['webhook_endpoint.created']);
  });

  it('updates, disables and enables an endpoint, with distinct audit log entries', async () => {
    const { store, organizationId, create, update, actions } = prepare();
    const { endpoint } = await create();
    const { id } = endpoint;
    await recordEndpointHealth(store, endpoint, 'failing', '2026-01-01T00:00:00.000Z');
    const changed = await update(organizationId, id, { description: 'Warehouse', eventTypes: ['*'] });
    expect(changed).toMatchObject({ description: 'Warehouse', eventTypes: ['*'], disabledReason: null });
    // An update keeps `failingSince` unless it changes the URL.
    expect(changed?.failingSince).toBe('2026-01-01T00:00:00.000Z');
    expect(await readEndpoint(store, organizationId, id)).toEqual(changed);
    const url = 'https://hooks.example.com/other';
    const moved = await update(organizationId, id, { url });
    expect(moved).toMatchObject({ url, failingSince: null });
    expect(await readEndpoint(store, organizationId, id)).toEqual(moved);
    const disabled = await update(organizationId, id, { isEnabled: false });
    expect(disabled).toMatchObject({ disabledReason: 'admin', disabledAt: expect.any(String) });
    const cleared = await update(organizationId, id, { isEnabled: true, description: null });
    expect(cleared).toMatchObject({ disabledReason: null, disabledAt: null, failingSince: null });
    expect(await readEndpoint(store, organizationId, id)).toEqual(cleared);
    expect(await actions()).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
    ]);
  });

  it('keeps the reason when an endpoint is disabled again', async () => {
    const { fixture, organizationId, update } = prepare();
    const at = '2026-01-01T00:00:00.000Z';
    const { id } = await fixture.putEndpoint({ disabledReason: 'gone', disabledAt: at });
    const again = await update(organizationId, id, { isEnabled: false });
    expect(again).toMatchObject({ disabledReason: 'gone', disabledAt: at });
  });

  it('keeps the previous secret active for a day after a rotation', async () => {
    const { store, organizationId, create, rotate } = prepare();
    const { endpoint, secret: first } = await create();
    const context = { organizationId, endpointId: endpoint.id };
    const rotated = await rotate(organizationId, endpoint.id);
    const stored = await readEndpoint(store, organizationId, endpoint.id);
    expect(await openCipher.decrypt(stored?.encryptedSecret ?? '', context)).toBe(rotated?.secret);
    expect(await openCipher.decrypt(stored?.encryptedPreviousSecret ?? '', context)).toBe(first);
    const ends = Date.parse(rotated?.endpoint.previousSecretExpiresAt ?? '');
    expect(Math.abs(ends - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(stored).toEqual(rotated?.endpoint);

    const again = await rotate(organizationId, endpoint.id);
    const previous = again?.endpoint.encryptedPreviousSecret ?? '';
    expect(await openCipher.decrypt(previous, context)).toBe(rotated?.secret);
    expect(again?.secret).not.toBe(rotated?.secret);
  });

  it('rejects concurrent updates', async () => {
    const { organizationId, create, update } = prepare();
    const { endpoint } = await create();
    const results = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((description) => update(organizationId, endpoint.id, { description })),
    );
    const winners = results.filter(({ status }) => status === 'fulfilled');
    expect(winners.length).toBeGreaterThanOrEqual(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('was modified concurrently');
    }
  });

  it('finds a deleted endpoint no longer, but keeps it in the audit log', async () => {
    const { store, organizationId, create, actions } = prepare();
    const { endpoint } = await create();
    expect(await deleteEndpoint(store, organizationId, endpoint.id, ACTOR)).toEqual(endpoint);
    expect(await readEndpoint(store, organizationId, endpoint.id)).toBeUndefined();
    expect(await deleteEndpoint(store, organizationId, endpoint.id, ACTOR)).toBeUndefined();
    expect(await actions()).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted']);
  });

  it('deletes its deliveries', async () => {
    const { store, organizationId, create, test } = prepare();
    const { endpoint } = await create();
    const id = (await test(organizationId, endpoint.id))?.id ?? '';
    expect(await readDeliveryWithPayload(store, organizationId, id)).toMatchObject({ id });
    await deleteEndpoint(store, organizationId, endpoint.id, ACTOR);
    expect(await readDeliveryWithPayload(store, organizationId, id)).toBeUndefined();
  });

  it('hides endpoints from other organizations', async () => {
    const { fixture, store, create, update, rotate, test } = prepare();
    const { endpoint } = await create();
    const other = randomUUID();
    const { id } = endpoint;
    expect(await readEndpoint(store, other, id)).toBeUndefined();
    expect(await update(other, id, { isEnabled: false })).toBeUndefined();
    expect(await deleteEndpoint(store, other, id, ACTOR)).toBeUndefined();
    expect(await rotate(other, id)).toBeUndefined();
    expect(await test(other, id)).toBeUndefined();
    expect(await listDeliveries(store, { organizationId: other, endpointId: id }, { limit: 10 })).toEqual({
      deliveries: [],
    });
    const selection = { after: null, before: null, states: ['missed'] } as const;
    expect(await startReplay(store, fixture.messages, other, id, selection, ACTOR)).toBeUndefined();
    expect(await listEndpoints(store, other, { limit: 10 })).toEqual({ endpoints: [] });
    expect(await readEndpoint(store, endpoint.organizationId, id)).toEqual(endpoint);
  });

  it('lists endpoints newest first, page by page', async () => {
    const { fixture, store, organizationId } = prepare();
    const ids: string[] = [];
    for (let day = 1; day <= 5; day++) {
      const { id } = await fixture.putEndpoint({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
      ids.unshift(id);
    }
    const found: string[] = [];
    let position: string | undefined;
    do {
      const page = await listEndpoints(store, organizationId, { limit: 2, position });
      expect(page.endpoints.length).toBeLessThanOrEqual(2);
      found.push(...page.endpoints.map(({ id }) => id));
      position = page.next;
    } while (position !== undefined);
    expect(found).toEqual(ids);
  });

  it('sends test events while the endpoint is enabled', async () => {
    const { fixture, store, organizationId, create, update, test } = prepare();
    const { endpoint } = await create();
    const delivery = await test(organizationId, endpoint.id);
    expect(delivery).toMatchObject({ state: 'pending', eventType: 'webhook.test', endpointId: endpoint.id });
    expect(fixture.queued.at(-1)?.message).toMatchObject({ deliveryId: delivery?.id });
    const { payload } = (await readDeliveryWithPayload(store, organizationId, delivery?.id ?? '')) ?? {};
    expect(payload).toMatchObject({ id: delivery?.eventId, type: 'webhook.test', sequence: 1, previous: {} });
    expect(EVENT_SCHEMAS.get('webhook.test')?.parse(payload)).toEqual(payload);

    await update(organizationId, endpoint.id, { isEnabled: false });
    const rejected = test(organizationId, endpoint.id);
    await expect(rejected).rejects.toThrow('The endpoint is disabled. Enable it first.');
  });
});

describe('the number of endpoints per organization', () => {
  it('is limited, without those that were disabled with their key', async () => {
    const { fixture, create } = prepare();
    await fixture.putEndpoints(999);
    await fixture.putEndpoint({ apiKeyId: 'key', disabledReason: 'key_revoked' });
    await create();
    await expect(create()).rejects.toThrow('1,000 webhook endpoints');
  });
});
