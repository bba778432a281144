import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable } from '../../../shared/table/document-client-table.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { noteEndpointState } from '../../../shared/webhooks/endpoints/endpoint-health.ts';
import { secretsOfItem } from '../../../shared/webhooks/endpoints/endpoint-mapper.ts';
import { readEndpointItem } from '../../../shared/webhooks/endpoints/read-endpoints.ts';
import { createWebhookManager } from '../../../shared/webhooks/manage.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import { ACTOR } from '../../support/key-fixture.ts';
import { createWebhookFixture, openCipher, type WebhookFixture } from '../../support/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

const managerOf = ({ queue }: WebhookFixture) =>
  createWebhookManager({
    store: createTable(engine.client, engine.tableName),
    cipher: openCipher,
    queue,
    policy: {},
  });

const URL_1 = 'https://hooks.example.com/sales';

const prepare = () => {
  const fixture = createWebhookFixture(engine);
  const manager = managerOf(fixture);
  const { organizationId } = fixture;
  return {
    fixture,
    manager,
    organizationId,
    create: () =>
      manager.create({ organizationId, url: URL_1, description: null, events: ['person.*'] }, ACTOR),
    actions: async () => (await fixture.auditItems()).map((item) => item['action']).toSorted(),
  };
};

describe('a webhook endpoint', () => {
  it('is registered with a secret that is shown once and stored encrypted', async () => {
    const { fixture, manager, organizationId, create, actions } = prepare();
    const { endpoint, secret } = await create();
    expect(secret).toMatch(/^whsec_/);
    const item = (await readEndpointItem(fixture.store, organizationId, endpoint.id)) ?? {};
    const context = { organizationId, endpointId: endpoint.id };
    expect(await openCipher.decrypt(secretsOfItem(item).current, context)).toBe(secret);
    expect(await manager.get(organizationId, endpoint.id)).toEqual(endpoint);
    expect(JSON.stringify(viewOfEndpoint(endpoint, endpoint.createdAt))).not.toContain('whsec_');
    expect(await actions()).toEqual(['webhook_endpoint.created']);
    expect(JSON.stringify(await fixture.auditItems())).not.toContain(secret);
  });

  it.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'not a url',
  ])('cannot have the URL %s', async (url) => {
    const { manager, organizationId, create, actions } = prepare();
    const refused = manager.create({ organizationId, url, description: null, events: ['*'] }, ACTOR);
    await expect(refused).rejects.toThrow(/^must/);
    const { endpoint } = await create();
    await expect(manager.update(organizationId, endpoint.id, { url }, ACTOR)).rejects.toThrow(/^must/);
    expect((await manager.get(organizationId, endpoint.id))?.url).toBe(URL_1);
    expect(await actions()).toEqual(['webhook_endpoint.created']);
  });

  it('is changed, disabled and enabled, each told apart in the audit log', async () => {
    const { fixture, manager, organizationId, create, actions } = prepare();
    const { endpoint } = await create();
    const { id } = endpoint;
    await noteEndpointState(fixture.store, endpoint, 'failing', '2026-01-01T00:00:00.000Z');
    const changed = await manager.update(
      organizationId,
      id,
      { description: 'Warehouse', events: ['*'] },
      ACTOR,
    );
    expect(changed).toMatchObject({ description: 'Warehouse', events: ['*'], disabledReason: null });
    // Being changed does not make it well, but for another URL, which has not failed yet.
    expect(changed?.failingSince).toBe('2026-01-01T00:00:00.000Z');
    expect(await manager.get(organizationId, id)).toEqual(changed);
    const url = 'https://hooks.example.com/other';
    const moved = await manager.update(organizationId, id, { url }, ACTOR);
    expect(moved).toMatchObject({ url, failingSince: null });
    expect(await manager.get(organizationId, id)).toEqual(moved);
    const disabled = await manager.update(organizationId, id, { isEnabled: false }, ACTOR);
    expect(disabled).toMatchObject({ disabledReason: 'admin', disabledAt: expect.any(String) });
    const cleared = await manager.update(organizationId, id, { isEnabled: true, description: null }, ACTOR);
    expect(cleared).toMatchObject({ disabledReason: null, disabledAt: null, failingSince: null });
    expect(await manager.get(organizationId, id)).toEqual(cleared);
    expect(await actions()).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
    ]);
  });

  it('keeps why it was disabled when it is disabled again', async () => {
    const { fixture, manager, organizationId } = prepare();
    const at = '2026-01-01T00:00:00.000Z';
    const { id } = await fixture.putEndpoint({ disabledReason: 'gone', disabledAt: at });
    const again = await manager.update(organizationId, id, { isEnabled: false }, ACTOR);
    expect(again).toMatchObject({ disabledReason: 'gone', disabledAt: at });
  });

  it('signs with the secret before for a day after a rotation', async () => {
    const { fixture, manager, organizationId, create } = prepare();
    const { endpoint, secret: first } = await create();
    const context = { organizationId, endpointId: endpoint.id };
    const rotated = await manager.rotateSecret(organizationId, endpoint.id, ACTOR);
    const item = (await readEndpointItem(fixture.store, organizationId, endpoint.id)) ?? {};
    const { current, previous } = secretsOfItem(item);
    expect(await openCipher.decrypt(current, context)).toBe(rotated?.secret);
    expect(await openCipher.decrypt(previous ?? '', context)).toBe(first);
    const ends = Date.parse(rotated?.endpoint.previousSecretExpiresAt ?? '');
    expect(Math.abs(ends - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(await manager.get(organizationId, endpoint.id)).toEqual(rotated?.endpoint);

    const again = await manager.rotateSecret(organizationId, endpoint.id, ACTOR);
    const after = secretsOfItem((await readEndpointItem(fixture.store, organizationId, endpoint.id)) ?? {});
    expect(await openCipher.decrypt(after.previous ?? '', context)).toBe(rotated?.secret);
    expect(again?.secret).not.toBe(rotated?.secret);
  });

  it('is changed by one of two at the same moment', async () => {
    const { manager, organizationId, create } = prepare();
    const { endpoint } = await create();
    const results = await Promise.allSettled(
      ['One', 'Two', 'Three'].map((description) =>
        manager.update(organizationId, endpoint.id, { description }, ACTOR),
      ),
    );
    const winners = results.filter(({ status }) => status === 'fulfilled');
    expect(winners.length).toBeGreaterThanOrEqual(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('modified concurrently');
    }
  });

  it('is gone once deleted, and stays in the audit log', async () => {
    const { manager, organizationId, create, actions } = prepare();
    const { endpoint } = await create();
    expect(await manager.delete(organizationId, endpoint.id, ACTOR)).toEqual(endpoint);
    expect(await manager.get(organizationId, endpoint.id)).toBeUndefined();
    expect(await manager.delete(organizationId, endpoint.id, ACTOR)).toBeUndefined();
    expect(await actions()).toEqual(['webhook_endpoint.created', 'webhook_endpoint.deleted']);
  });

  it('is out of reach for any other organization', async () => {
    const { manager, create } = prepare();
    const { endpoint } = await create();
    const other = randomUUID();
    const { id } = endpoint;
    expect(await manager.get(other, id)).toBeUndefined();
    expect(await manager.update(other, id, { isEnabled: false }, ACTOR)).toBeUndefined();
    expect(await manager.delete(other, id, ACTOR)).toBeUndefined();
    expect(await manager.rotateSecret(other, id, ACTOR)).toBeUndefined();
    expect(await manager.test(other, id, ACTOR)).toBeUndefined();
    expect(
      await manager.deliveries({ organizationId: other, endpointId: id }, { limit: 10 }),
    ).toBeUndefined();
    const range = { after: '2026-01-01T00:00:00.000Z', before: '2027-01-01T00:00:00.000Z' };
    expect(await manager.replayRange(other, id, { ...range, states: ['missed'] }, ACTOR)).toBeUndefined();
    expect(await manager.list(other, { limit: 10 })).toEqual({ endpoints: [] });
    expect(await manager.get(endpoint.organizationId, id)).toEqual(endpoint);
  });

  it('is listed with the others, newest first and page by page', async () => {
    const { fixture, manager, organizationId } = prepare();
    const ids: string[] = [];
    for (let day = 1; day <= 5; day++) {
      const { id } = await fixture.putEndpoint({ createdAt: `2026-01-0${day}T00:00:00.000Z` });
      ids.unshift(id);
    }
    const found: string[] = [];
    let position: string | undefined;
    do {
      const page = await manager.list(organizationId, { limit: 2, position });
      expect(page.endpoints.length).toBeLessThanOrEqual(2);
      found.push(...page.endpoints.map(({ id }) => id));
      position = page.next;
    } while (position !== undefined);
    expect(found).toEqual(ids);
  });

  it('gets test events while it is enabled', async () => {
    const { fixture, manager, organizationId, create } = prepare();
    const { endpoint } = await create();
    const delivery = await manager.test(organizationId, endpoint.id, ACTOR);
    expect(delivery).toMatchObject({ state: 'pending', eventType: 'webhook.test', endpointId: endpoint.id });
    expect(fixture.queued.at(-1)?.message.deliveryId).toBe(delivery?.id);
    const { payload } = (await manager.delivery(organizationId, delivery?.id ?? '')) ?? {};
    expect(payload).toMatchObject({ id: delivery?.eventId, type: 'webhook.test', sequence: 1, previous: {} });

    await manager.update(organizationId, endpoint.id, { isEnabled: false }, ACTOR);
    const refused = manager.test(organizationId, endpoint.id, ACTOR);
    await expect(refused).rejects.toThrow('The endpoint is disabled. Enable it first.');
  });
});

describe('the number of endpoints', () => {
  it('of an organization is limited', async () => {
    const { fixture, create } = prepare();
    await fixture.putEndpoints(999);
    await create();
    await expect(create()).rejects.toThrow('1,000 webhook endpoints');
  });
});
