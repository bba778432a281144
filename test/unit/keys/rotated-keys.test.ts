import { describe, expect, it } from 'vitest';
import type { Permission } from '../../../shared/contract/keys/permissions.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { CreatedApiKey } from '../../../shared/keys/new-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { type KeyChanges, updateKey } from '../../../shared/keys/update-key.ts';
import { revokeKeyAndEndpoints } from '../../../shared/webhooks/endpoints/key-access.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR, at, createKeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();

const PERMISSIONS: readonly Permission[] = ['person:read', 'person:list', 'event:read'];

/** A key that was rotated twice; all three are active, and the first lasts longest. */
const makeChain = async () => {
  const fixture = createKeyFixture(engine);
  const { store, scope } = fixture;
  const rotate = async ({ apiKey }: CreatedApiKey, graceSeconds: number, within: KeyStore = store) => {
    const rotated = await rotateKey(within, scope, apiKey.id, graceSeconds, ACTOR);
    if (rotated === undefined) throw new Error('The key was not found.');
    return rotated;
  };
  const first = await fixture.make({ permissions: PERMISSIONS });
  const second = await rotate(first, 7_200);
  const third = await rotate(second, 3_600);
  const keys = [first, second, third] as const;
  const permissionsOf = async ({ token }: CreatedApiKey) =>
    (await authenticate(store.reader, token, at(0)))?.apiKey.permissions;
  return {
    ...fixture,
    keys,
    rotate,
    permissions: () => Promise.all(keys.map(permissionsOf)),
    change: ({ apiKey }: CreatedApiKey, changes: KeyChanges, within: KeyStore = store) =>
      updateKey(within, scope, apiKey.id, changes, ACTOR),
    revoke: async ({ apiKey }: CreatedApiKey, withPredecessors = false) => {
      const options = { actor: ACTOR, withPredecessors };
      const revoked = await revokeKeyAndEndpoints(store, scope, apiKey.id, options);
      return revoked?.activePredecessors.map(({ id }) => id);
    },
  };
};

const idOf = ({ apiKey }: CreatedApiKey): string => apiKey.id;

describe('a change of expiry', () => {
  it('ends keys in their grace period with their successor, and no earlier', async () => {
    const { keys, change, list } = await makeChain();
    const ends = async () => {
      const listed = new Map((await list()).map(({ id, expiresAt }) => [id, expiresAt]));
      return keys.map((key) => listed.get(idOf(key)));
    };
    const [first, second] = await ends();
    const expiresAt = at(5_400_000);
    await change(keys[2], { expiresAt });
    expect(await ends()).toEqual([expiresAt, second, expiresAt]);
    expect(first).not.toBe(expiresAt);
    await change(keys[2], { expiresAt: null });
    expect(await ends()).toEqual([expiresAt, second, null]);
  });

  it('revives no expired key', async () => {
    const fixture = createKeyFixture(engine);
    const { apiKey } = await fixture.make({ expiresAt: at(-1) });
    const changed = updateKey(fixture.store, fixture.scope, apiKey.id, { expiresAt: null }, ACTOR);
    await expect(changed).rejects.toThrow('The key has expired. Create a new one.');
  });

  it('is possible with a rotation, and does not lengthen the grace period', async () => {
    const fixture = createKeyFixture(engine);
    const expiresAt = at(60_000);
    const { apiKey } = await fixture.make({ expiresAt });
    const rotate = { isLimited: false, expiresAt: null };
    const rotated = await rotateKey(fixture.store, fixture.scope, apiKey.id, 3_600, ACTOR, rotate);
    expect(rotated?.apiKey.expiresAt).toBeNull();
    const listed = await fixture.list();
    expect(listed.find(({ id }) => id === apiKey.id)?.expiresAt).toBe(expiresAt);
  });
});

describe('a change of permissions', () => {
  it("removes a successor's lost permissions from keys in their grace period, and grants none", async () => {
    const { keys, change, permissions, auditItems } = await makeChain();
    await change(keys[2], { permissions: ['person:read', 'company:read'] });
    expect(await permissions()).toEqual([['person:read'], ['person:read'], ['person:read', 'company:read']]);
    await change(keys[2], { permissions: PERMISSIONS });
    expect(await permissions()).toEqual([['person:read'], ['person:read'], PERMISSIONS]);
    const updates = (await auditItems()).filter(({ action }) => action === 'api_key.updated');
    expect(updates.map(({ targetId }) => targetId).toSorted()).toEqual(
      [...keys, keys[2]].map(idOf).toSorted(),
    );
    expect(updates.find(({ targetId }) => targetId === idOf(keys[0]))).toMatchObject({
      actor: ACTOR,
      details: { before: { permissions: PERMISSIONS }, after: { permissions: ['person:read'] } },
    });
  });

  it('changes all keys or none: a concurrent rotation or change causes a conflict', async () => {
    for (const index of [0, 1, 2] as const) {
      const { keys, store, change, permissions, rotate, revoke } = await makeChain();
      const meanwhile = () => (index === 2 ? rotate(keys[2], 60) : revoke(keys[index]));
      const within: KeyStore = {
        ...store,
        writer: {
          ...store.writer,
          transact: async (operations) => {
            await meanwhile();
            return store.writer.transact(operations);
          },
        },
      };
      await expect(change(keys[2], { permissions: [] }, within)).rejects.toThrow('modified concurrently');
      const left = keys.map((_, each) => (each === index && index < 2 ? undefined : PERMISSIONS));
      expect(await permissions()).toEqual(left);
    }
  });
});

describe('a change of allowed addresses', () => {
  it('applies to every key in its grace period, which a rotation gives the addresses of the old one', async () => {
    const { keys, change, rotate, store, auditItems } = await makeChain();
    const addresses = () =>
      Promise.all(
        keys.map(async ({ token }) => {
          const found = await authenticate(store.reader, token, at(0));
          return [found?.apiKey.allowedAddresses, found?.addressSecret];
        }),
      );
    const anywhere = [null, null];
    expect(await addresses()).toEqual([anywhere, anywhere, anywhere]);
    await change(keys[2], { allowedAddresses: ['192.0.2.0/24'] });
    const limited = [['192.0.2.0/24'], expect.any(String)];
    expect(await addresses()).toEqual([limited, limited, limited]);
    await change(keys[2], { name: 'Renamed', permissions: ['person:read'] });
    expect(await addresses()).toEqual([limited, limited, limited]);
    const rotated = await rotate(keys[2], 60);
    expect(rotated.apiKey.allowedAddresses).toEqual(['192.0.2.0/24']);
    const found = await authenticate(store.reader, rotated.token, at(0));
    expect([found?.apiKey.allowedAddresses, found?.addressSecret]).toEqual(limited);
    await change(rotated, { allowedAddresses: null });
    expect(await addresses()).toEqual([anywhere, anywhere, anywhere]);
    const updates = (await auditItems()).filter(
      ({ action, targetId }) => action === 'api_key.updated' && targetId === idOf(keys[0]),
    );
    expect(updates.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          before: expect.objectContaining({ allowedAddresses: null }),
          after: expect.objectContaining({ allowedAddresses: ['192.0.2.0/24'] }),
        }),
      ]),
    );
    expect(JSON.stringify(await auditItems())).not.toContain(String(found?.addressSecret));
  });
});

describe('a rotated key', () => {
  it('rejects changes of a rotated key, whether or not its successor is revoked', async () => {
    const { keys, change, permissions, revoke } = await makeChain();
    const attempts = async () => {
      for (const changes of [{ name: 'Mine' }, { permissions: [] }, { plan: 'high-volume' }]) {
        const conflict = `rotated and can no longer be changed. Change its successor ${idOf(keys[1])}`;
        await expect(change(keys[0], changes)).rejects.toThrow(conflict);
      }
    };
    await attempts();
    await revoke(keys[2]);
    await revoke(keys[1]);
    await attempts();
    expect(await permissions()).toEqual([PERMISSIONS, undefined, undefined]);
  });
});

describe('a revocation', () => {
  it('names the active keys that were rotated to the revoked one, however often it is repeated', async () => {
    const { keys, revoke, permissions } = await makeChain();
    const older = [keys[0], keys[1]].map(idOf);
    expect(await revoke(keys[2])).toEqual(older);
    expect(await revoke(keys[2])).toEqual(older);
    expect(await permissions()).toEqual([PERMISSIONS, PERMISSIONS, undefined]);
    // The first one owns the gateway key now, but its successor was not rotated to it.
    expect(await revoke(keys[0])).toEqual([]);
    expect(await revoke(keys[2])).toEqual([idOf(keys[1])]);
  });

  it('names the predecessors of a revoked key that is in its grace period', async () => {
    const { keys, revoke } = await makeChain();
    expect(await revoke(keys[1])).toEqual([idOf(keys[0])]);
    expect(await revoke(keys[2])).toEqual([idOf(keys[0])]);
  });

  it('revokes all predecessors on request, also when repeated', async () => {
    for (const isRepeated of [false, true]) {
      const { keys, revoke, permissions, gateway } = await makeChain();
      if (isRepeated) await revoke(keys[2]);
      expect(await revoke(keys[2], true)).toEqual([]);
      expect(await permissions()).toEqual([undefined, undefined, undefined]);
      expect(gateway.size).toBe(0);
    }
  });

  it('keeps the successor when a key is revoked with its predecessors', async () => {
    const { keys, revoke, permissions } = await makeChain();
    expect(await revoke(keys[1], true)).toEqual([]);
    expect(await permissions()).toEqual([undefined, undefined, PERMISSIONS]);
  });
});
