import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_GRACE_SECONDS } from '../../../shared/contract/keys/api-key-limits.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { removeOrphanedGatewayKeys } from '../../../shared/keys/remove-orphaned-gateway-keys.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ACTOR, at, createKeyFixture, HOUR, type KeyFixture } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
let fixture: KeyFixture;
let store: KeyStore;
let organizationId: string;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(() => {
  fixture = createKeyFixture(engine);
  ({ store, organizationId } = fixture);
});

const isAccepted = async (token: string, offset = 0): Promise<boolean> =>
  (await authenticate(store.reader, token, at(offset))) !== undefined;

const actions = async (): Promise<readonly unknown[]> =>
  (await fixture.auditItems()).map((entry) => entry['action']);

const metered = (): readonly string[] => fixture.metered().map(([id]) => id);

describe('creating a key', () => {
  it('stores only its hash, meters it and logs the actor', async () => {
    const { apiKey, token } = await fixture.make();
    expect(await isAccepted(token)).toBe(true);
    expect([...fixture.gateway]).toEqual([[expect.stringContaining(apiKey.id), 'plan-1']]);
    const [item] = await fixture.keyItems();
    expect(JSON.stringify(item)).not.toContain(token.slice(41));
    const [entry] = await fixture.auditItems();
    expect(entry).toMatchObject({ actor: ACTOR, action: 'api_key.created', targetId: apiKey.id });
    expect(JSON.stringify(entry)).not.toContain(token.slice(41));
  });

  it('neither accepts, lists nor changes a key before its activation', async () => {
    let pending: Item = {};
    const transact: KeyStore['writer']['transact'] = async (operations) => {
      [pending = {}] = await fixture.keyItems();
      return store.writer.transact(operations);
    };
    const creating = { ...store, writer: { ...store.writer, transact } };
    const { apiKey, token } = await createKey(creating, fixture.newKey(), ACTOR);
    await store.writer.put(pending, 2);
    expect(await isAccepted(token)).toBe(false);
    expect(await fixture.list()).toEqual([]);
    expect(await updateKey(store, { organizationId }, apiKey.id, { name: 'x' }, ACTOR)).toBeUndefined();
    expect(await rotateKey(store, { organizationId }, apiKey.id, 0, ACTOR)).toBeUndefined();
    expect(await revokeKey(store, { organizationId }, apiKey.id, ACTOR)).toBeUndefined();
    expect(await actions()).toEqual(['api_key.created']);
  });

  it.each(['before key', 'before plan', 'before activation'] as const)(
    'leaves no active or orphaned key when interrupted %s',
    async (point) => {
      if (point !== 'before activation') fixture.state.failure = point;
      const interrupted = point === 'before activation' ? fixture.endingAt(2) : store;
      await expect(createKey(interrupted, fixture.newKey(), ACTOR)).rejects.toThrow();
      fixture.state.failure = undefined;
      expect(await actions()).toEqual([]);
      expect(await fixture.list()).toEqual([]);
      // The cleanup waits: the creation may still be in progress.
      expect(await fixture.keyItems()).toHaveLength(1);
      await removeOrphanedGatewayKeys(store, await fixture.keyItems(), at(HOUR));
      expect(await fixture.keyItems()).toEqual([]);
      expect(fixture.gateway.size).toBe(0);
    },
  );

  it('does not activate a key once it was discarded as interrupted', async () => {
    const late: KeyStore = {
      ...store,
      gatewayKeys: {
        ...store.gatewayKeys,
        async create(keyId, plan) {
          const id = await store.gatewayKeys.create(keyId, plan);
          await removeOrphanedGatewayKeys(store, await fixture.keyItems(), at(HOUR));
          return id;
        },
      },
    };
    await expect(createKey(late, fixture.newKey(), ACTOR)).rejects.toThrow('discarded: it was interrupted');
    expect(await fixture.keyItems()).toEqual([]);
    expect(fixture.gateway.size).toBe(0);
  });
});

describe('revoking a key', () => {
  it('takes effect immediately and is idempotent', async () => {
    const { apiKey, token } = await fixture.make();
    const revoked = await revokeKey(store, { organizationId }, apiKey.id, ACTOR);
    expect(await isAccepted(token)).toBe(false);
    expect(fixture.gateway.size).toBe(0);
    expect(await revokeKey(store, { organizationId }, apiKey.id, ACTOR)).toEqual(revoked);
    expect(await actions()).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('revokes the key before any follow-up, so that it cannot be used afterwards', async () => {
    const { apiKey, token } = await fixture.make();
    const seen: boolean[] = [];
    await revokeKey(store, { organizationId }, apiKey.id, ACTOR, async () => {
      seen.push(await isAccepted(token));
    });
    expect(seen).toEqual([false]);
  });

  it("changes nothing for another organization's or an unknown key", async () => {
    const { apiKey, token } = await fixture.make();
    expect(await revokeKey(store, { organizationId: randomUUID() }, apiKey.id, ACTOR)).toBeUndefined();
    expect(await revokeKey(store, { organizationId }, randomUUID(), ACTOR)).toBeUndefined();
    expect(await isAccepted(token)).toBe(true);
    expect(fixture.gateway.size).toBe(1);
  });

  it('succeeds if the gateway key cannot be removed, with cleanup at the next list', async () => {
    const { apiKey, token } = await fixture.make();
    fixture.state.failure = 'at removal';
    expect(await revokeKey(store, { organizationId }, apiKey.id, ACTOR)).toMatchObject({
      apiKey: { id: apiKey.id },
    });
    expect(await isAccepted(token)).toBe(false);
    expect(fixture.gateway.size).toBe(1);
    expect(fixture.cleanUpFailures).toHaveLength(1);
    fixture.state.failure = undefined;
    expect(await fixture.list()).toMatchObject([{ id: apiKey.id }]);
    expect(fixture.gateway.size).toBe(0);
  });
});

describe('updating a key', () => {
  it('applies to the next request and logs the previous values', async () => {
    const { apiKey, token } = await fixture.make();
    await updateKey(store, { organizationId }, apiKey.id, { permissions: [] }, ACTOR);
    expect((await authenticate(store.reader, token, at(0)))?.apiKey).toMatchObject({
      name: 'A key',
      permissions: [],
    });
    await updateKey(store, { organizationId }, apiKey.id, { name: 'Renamed' }, ACTOR);
    expect((await authenticate(store.reader, token, at(0)))?.apiKey).toMatchObject({
      name: 'Renamed',
      permissions: [],
    });
    const entries = await fixture.auditItems();
    expect(entries[1]).toMatchObject({
      action: 'api_key.updated',
      details: { before: { permissions: ['person:read'] }, after: { permissions: [] } },
    });
  });

  it("rejects a revoked key and does not find another organization's", async () => {
    const { apiKey } = await fixture.make();
    expect(
      await updateKey(store, { organizationId: randomUUID() }, apiKey.id, { name: 'Mine' }, ACTOR),
    ).toBeUndefined();
    await revokeKey(store, { organizationId }, apiKey.id, ACTOR);
    await expect(updateKey(store, { organizationId }, apiKey.id, { name: 'x' }, ACTOR)).rejects.toThrow(
      'revoked',
    );
  });
});

describe('rotating a key', () => {
  const rotate = (id: string, grace: number) => rotateKey(store, { organizationId }, id, grace, ACTOR);

  it('creates a key with the same settings; both are active until the grace period ends', async () => {
    const { apiKey, token } = await fixture.make();
    const rotated = await rotate(apiKey.id, 3_600);
    const { id: _, hint: __, createdAt: ___, ...inherited } = apiKey;
    expect(rotated?.apiKey).toMatchObject(inherited);
    const successor = rotated?.token ?? '';
    expect([await isAccepted(token), await isAccepted(successor)]).toEqual([true, true]);
    expect([await isAccepted(token, HOUR), await isAccepted(successor, HOUR)]).toEqual([false, true]);
    expect(await actions()).toEqual(['api_key.created', 'api_key.rotated']);
  });

  it('expires the old key immediately without a grace period', async () => {
    const { apiKey, token } = await fixture.make();
    const rotated = await rotate(apiKey.id, 0);
    expect([await isAccepted(token), await isAccepted(rotated?.token ?? '')]).toEqual([false, true]);
    await fixture.list();
    expect(metered()).toEqual([apiKey.id]);
    await revokeKey(store, { organizationId }, rotated?.apiKey.id ?? '', ACTOR);
    expect(metered()).toEqual([]);
  });

  it('never extends the lifetime of a key', async () => {
    const expiresAt = at(HOUR);
    const { apiKey, token } = await fixture.make({ expiresAt });
    const rotated = await rotate(apiKey.id, MAX_GRACE_SECONDS);
    expect(rotated?.apiKey.expiresAt).toBe(expiresAt);
    expect([await isAccepted(token, 2 * HOUR), await isAccepted(rotated?.token ?? '', 2 * HOUR)]).toEqual([
      false,
      false,
    ]);
  });

  it('creates one new key for concurrent rotations', async () => {
    const { apiKey } = await fixture.make();
    const results = await Promise.allSettled([
      rotate(apiKey.id, 60),
      rotate(apiKey.id, 60),
      rotate(apiKey.id, 60),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await fixture.list()).toHaveLength(2);
    expect(fixture.gateway.size).toBe(1);
    await expect(rotate(apiKey.id, 60)).rejects.toThrow('already rotated');
  });

  it('rejects inactive keys, other organizations and invalid grace periods', async () => {
    const [revoked, expired] = await Promise.all([fixture.make(), fixture.make({ expiresAt: at(-1) })]);
    await revokeKey(store, { organizationId }, revoked.apiKey.id, ACTOR);
    await expect(rotate(revoked.apiKey.id, 60)).rejects.toThrow('revoked');
    await expect(rotate(expired.apiKey.id, 60)).rejects.toThrow('expired');
    expect(
      await rotateKey(store, { organizationId: randomUUID() }, expired.apiKey.id, 60, ACTOR),
    ).toBeUndefined();
    for (const grace of [-1, MAX_GRACE_SECONDS + 1, 0.5, Number.NaN]) {
      await expect(rotate(expired.apiKey.id, grace)).rejects.toThrow(RangeError);
    }
  });

  it('leaves the old key unchanged when interrupted before the commit', async () => {
    const { apiKey, token } = await fixture.make();
    await expect(rotateKey(fixture.endingAt(1), { organizationId }, apiKey.id, 0, ACTOR)).rejects.toThrow();
    expect(await isAccepted(token)).toBe(true);
    expect(await fixture.list()).toMatchObject([{ id: apiKey.id, rotatedTo: null }]);
    expect(metered()).toEqual([apiKey.id]);
  });
});
