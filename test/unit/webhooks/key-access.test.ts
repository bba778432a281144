import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { EventPattern } from '../../../shared/contract/events/event-types.ts';
import { CONTACT_PERMISSION, PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { webhookDomainPartition, webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { readEndpoint, readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import {
  revokeKeyAndEndpoints,
  updateKeyAndEndpoints,
} from '../../../shared/webhooks/endpoints/key-access.ts';
import { updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { WebhookConflictError } from '../../../shared/webhooks/errors.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';
import { openCipher } from '../../support/webhooks/webhook-fixture.ts';

const engine = useEngine();

/** How many endpoints the items of an organization's domains count. */
const placesIn = async (organizationId: string): Promise<number> => {
  const items = await engine.itemsOf(webhookDomainPartition(organizationId));
  return items.reduce((sum, { endpoints }) => sum + Number(endpoints), 0);
};

const prepare = () => {
  const keys = createKeyFixture(engine);
  const { organizationId, store } = keys;
  return {
    ...keys,
    newKey: async () => (await keys.make({ permissions: [...PERMISSIONS] })).apiKey.id,
    rotated: async (id: string) =>
      (await rotateKey(store, { organizationId }, id, 3_600, ACTOR))?.apiKey.id ?? '',
    subscribe: async (
      keyId: string,
      events: readonly EventPattern[] = ['person.*'],
      includesContactDetails = true,
      url = `https://hooks.example/${randomUUID()}`,
    ) => {
      const check = requireKeyPermissions(keyId, [['person:read', 'person:list']]);
      const created = await createEndpoint(
        { store, cipher: openCipher, policy: {} },
        {
          organizationId,
          url,
          description: null,
          eventTypes: [...events],
          includesContactDetails,
        },
        ACTOR,
        { id: keyId, check },
      );
      return created.endpoint.id;
    },
    reasonOf: async (id: string) => (await readEndpoint(store, organizationId, id))?.disabledReason,
    /** The stored item of an endpoint. */
    itemOf: async (id: string) =>
      (await store.reader.get(webhookEndpointKey(organizationId, id), { consistentRead: true })) ?? {},
    disablings: async () =>
      (await keys.auditItems()).filter(({ action }) => action === 'webhook_endpoint.disabled').length,
    revoke: (id: string, within: KeyStore = store) =>
      revokeKeyAndEndpoints(within, { organizationId }, id, { actor: ACTOR, withPredecessors: false }),
  };
};

it('lets each key have 100 endpoints at most', async () => {
  const { newKey, subscribe } = prepare();
  const [taking, other] = [await newKey(), await newKey()];
  for (let count = 0; count < 100; count++) await subscribe(taking);
  await expect(subscribe(taking)).rejects.toThrow('100 webhook endpoints, the maximum per key');
  await subscribe(other);
});

it('counts a chain of rotations as one key', async () => {
  const { newKey, rotated, subscribe } = prepare();
  const first = await newKey();
  const second = await rotated(first);
  const third = await rotated(second);
  for (let count = 0; count < 50; count++) await subscribe(first);
  for (let count = 0; count < 50; count++) await subscribe(third);
  for (const key of [first, second, third]) {
    await expect(subscribe(key)).rejects.toThrow('100 webhook endpoints, the maximum per key');
  }
  await subscribe(await newKey());
});

describe('revoking a key', () => {
  it('disables the endpoints of every key that was rotated to it', async () => {
    const { newKey, rotated, subscribe, reasonOf, revoke } = prepare();
    const first = await newKey();
    const second = await rotated(first);
    const third = await rotated(second);
    const endpoints = [await subscribe(first), await subscribe(second), await subscribe(third)];
    await revoke(third);
    expect(await Promise.all(endpoints.map(reasonOf))).toEqual(['key_revoked', 'key_revoked', 'key_revoked']);
  });

  it('disables no endpoint of its successor or of another key', async () => {
    const { newKey, rotated, subscribe, reasonOf, revoke } = prepare();
    const first = await newKey();
    const second = await rotated(first);
    const others = [await subscribe(second), await subscribe(await newKey())];
    const own = await subscribe(first);
    await revoke(first);
    expect(await reasonOf(own)).toBe('key_revoked');
    expect(await Promise.all(others.map(reasonOf))).toEqual([null, null]);
  });

  it('completes when repeated after an interruption', async () => {
    const { newKey, subscribe, reasonOf, revoke, endingAt, disablings } = prepare();
    const key = await newKey();
    const endpoints = [await subscribe(key), await subscribe(key)];
    // The first transaction revokes the key.
    await expect(revoke(key, endingAt(2))).rejects.toThrow('The process ended.');
    expect(await Promise.all(endpoints.map(reasonOf))).toContain(null);
    await revoke(key);
    await revoke(key);
    expect(await Promise.all(endpoints.map(reasonOf))).toEqual(['key_revoked', 'key_revoked']);
    expect(await disablings()).toBe(2);
  });

  it('disables an endpoint that is modified meanwhile, and skips a deleted one', async () => {
    const { organizationId, store, newKey, subscribe, reasonOf, revoke } = prepare();
    const key = await newKey();
    const [modified, deleted] = [await subscribe(key), await subscribe(key)];
    let isFirst = true;
    const meanwhile: KeyStore = {
      ...store,
      reader: {
        ...store.reader,
        // After the endpoints were read, and before the first is disabled.
        async queryPage(query) {
          const page = await store.reader.queryPage(query);
          if (isFirst) {
            isFirst = false;
            const changes = { description: 'Changed' };
            await updateEndpoint(
              { store, cipher: openCipher, policy: {} },
              organizationId,
              modified,
              changes,
              ACTOR,
            );
            await deleteEndpoint(store, organizationId, deleted, ACTOR);
          }
          return page;
        },
      },
    };
    await revoke(key, meanwhile);
    expect(isFirst).toBe(false);
    expect(await reasonOf(modified)).toBe('key_revoked');
    expect(await readEndpoint(store, organizationId, deleted)).toBeUndefined();
  });

  it('frees the places of its endpoints, which expire after 90 days', async () => {
    const { organizationId, newKey, subscribe, revoke, itemOf } = prepare();
    const key = await newKey();
    const id = await subscribe(key);
    const { url } = await itemOf(id);
    await revoke(key);
    const { disabledAt, ttl } = await itemOf(id);
    expect(Number(ttl)).toBe(Math.floor(Date.parse(String(disabledAt)) / 1000) + 90 * 86_400);
    expect(await placesIn(organizationId)).toBe(0);
    await subscribe(await newKey(), ['person.*'], true, String(url));
    expect(await placesIn(organizationId)).toBe(1);
  });

  it('leaves endpoints that an admin can enable again, if their place is free', async () => {
    const { organizationId, store, newKey, subscribe, revoke, reasonOf, itemOf } = prepare();
    const key = await newKey();
    const [one, other] = [await subscribe(key), await subscribe(key)];
    await revoke(key);
    const enable = (id: string, maxPerDomain: number) =>
      updateEndpoint(
        { store, cipher: openCipher, policy: {}, maxPerDomain },
        organizationId,
        id,
        { isEnabled: true },
        ACTOR,
      );
    await enable(one, 1);
    expect(await reasonOf(one)).toBeNull();
    expect((await itemOf(one))['ttl']).toBeUndefined();
    expect(await placesIn(organizationId)).toBe(1);
    await expect(enable(other, 1)).rejects.toThrow('the maximum per domain');
    expect(await reasonOf(other)).toBe('key_revoked');
    // Deleting one without a place frees none.
    await deleteEndpoint(store, organizationId, other, ACTOR);
    expect(await placesIn(organizationId)).toBe(1);
  });

  it('keeps an endpoint without a place when an admin changes or disables it', async () => {
    const { organizationId, store, newKey, subscribe, revoke, itemOf } = prepare();
    const key = await newKey();
    const id = await subscribe(key);
    await revoke(key);
    const changes = { url: 'https://other.example/', isEnabled: false };
    await updateEndpoint({ store, cipher: openCipher, policy: {} }, organizationId, id, changes, ACTOR);
    expect(await placesIn(organizationId)).toBe(0);
    expect(await itemOf(id)).toMatchObject({ disabledReason: 'key_revoked', ttl: expect.any(Number) });
  });

  it('keeps the reason of an endpoint that is disabled already', async () => {
    const { organizationId, store, newKey, subscribe, reasonOf, revoke } = prepare();
    const key = await newKey();
    const id = await subscribe(key);
    await updateEndpoint(
      { store, cipher: openCipher, policy: {} },
      organizationId,
      id,
      { isEnabled: false },
      ACTOR,
    );
    await revoke(key);
    expect(await reasonOf(id)).toBe('admin');
  });
});

describe('changing the permissions of a key', () => {
  it('disables the endpoints whose events it may no longer read', async () => {
    const { organizationId, store, newKey, subscribe, reasonOf } = prepare();
    const key = await newKey();
    const [people, lists, all] = [
      await subscribe(key),
      await subscribe(key, ['call_list.locked']),
      await subscribe(key, ['*']),
    ];
    const change = (permissions: readonly (typeof PERMISSIONS)[number][]) =>
      updateKeyAndEndpoints(store, { organizationId }, key, { permissions: [...permissions] }, ACTOR);
    // One permission that is enough for each type remains.
    await change(PERMISSIONS.filter((each) => each !== 'person:read' && each !== 'company:list'));
    expect(await Promise.all([people, lists, all].map(reasonOf))).toEqual([null, null, null]);
    // Needed for the events of webhook endpoints, which `*` includes.
    await change(PERMISSIONS.filter((each) => each !== 'webhook:manage'));
    expect(await Promise.all([people, lists, all].map(reasonOf))).toEqual([
      null,
      null,
      'key_permission_removed',
    ]);
    await change(['call-list:read']);
    expect(await Promise.all([people, lists, all].map(reasonOf))).toEqual([
      'key_permission_removed',
      null,
      'key_permission_removed',
    ]);
  });

  it('disables the endpoints that send contact details which it may no longer read', async () => {
    const { organizationId, store, newKey, subscribe, reasonOf } = prepare();
    const key = await newKey();
    const endpoints = [
      await subscribe(key),
      await subscribe(key, ['call_list_entry.updated']),
      await subscribe(key, ['*']),
      await subscribe(key, ['company.*', 'call_list.*']),
      await subscribe(key, ['*'], false),
    ];
    const permissions = PERMISSIONS.filter((each) => each !== CONTACT_PERMISSION);
    await updateKeyAndEndpoints(store, { organizationId }, key, { permissions }, ACTOR);
    const reason = 'key_permission_removed';
    expect(await Promise.all(endpoints.map(reasonOf))).toEqual([reason, reason, reason, null, null]);
  });

  it('reaches the keys that were rotated to it, and their endpoints', async () => {
    const { organizationId, store, newKey, rotated, subscribe, reasonOf } = prepare();
    const first = await newKey();
    const second = await rotated(first);
    const third = await rotated(second);
    const endpoints = [await subscribe(first), await subscribe(second), await subscribe(third)];
    const permissions = ['call-list:read', 'webhook:manage'] as const;
    await updateKeyAndEndpoints(store, { organizationId }, third, { permissions }, ACTOR);
    const reason = 'key_permission_removed';
    expect(await Promise.all(endpoints.map(reasonOf))).toEqual([reason, reason, reason]);
    for (const key of [first, second, third]) {
      await expect(subscribe(key)).rejects.toThrow(WebhookConflictError);
    }
  });

  it('disables nothing when only the name changes', async () => {
    const { organizationId, store, newKey, subscribe, reasonOf } = prepare();
    const key = await newKey();
    const id = await subscribe(key);
    await updateKeyAndEndpoints(store, { organizationId }, key, { name: 'Another' }, ACTOR);
    expect(await reasonOf(id)).toBeNull();
  });
});

describe('creating an endpoint with a key', () => {
  it('returns 409 if the key was revoked or lost the permission since it was authorized', async () => {
    const { organizationId, store, newKey, subscribe, revoke } = prepare();
    const [revoked, reduced] = [await newKey(), await newKey()];
    await revoke(revoked);
    const scope = { organizationId };
    await updateKeyAndEndpoints(store, scope, reduced, { permissions: ['company:read'] }, ACTOR);
    for (const key of [revoked, reduced, randomUUID()]) {
      await expect(subscribe(key)).rejects.toThrow(WebhookConflictError);
    }
    expect(await readEndpoints(store, organizationId)).toEqual([]);
  });
});
