import { describe, expect, it, vi } from 'vitest';
import { restrictToStoredUser } from '../../../functions/http/admin-api.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { MAX_ACTIVE_KEYS_OF_MEMBER } from '../../../shared/keys/member-limit.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { putUser } from '../../../shared/organizations/users/user-repository.ts';
import { userKey } from '../../../shared/table/items/keys.ts';
import { revokeKeyAndEndpoints } from '../../../shared/webhooks/endpoints/key-access.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { ACTOR, at, createKeyFixture } from '../../support/keys/key-fixture.ts';

/** Keys in a table whose eventually consistent reads are ten seconds old. */
const prepare = () => {
  const table = createLaggingTable({ faults: { readLag: 10_000 } });
  const fixture = createKeyFixture(table);
  return {
    ...fixture,
    table,
    keyOf: async (token: string) => (await authenticate(fixture.store.reader, token, at(0)))?.apiKey,
  };
};

describe('a table whose reads lag', () => {
  it('accepts a new key immediately, and no revoked one, while reads lag', async () => {
    const { store, scope, make, keyOf } = prepare();
    const { apiKey, token } = await make();
    expect(await keyOf(token)).toMatchObject({ id: apiKey.id });
    await revokeKeyAndEndpoints(store, scope, apiKey.id, { actor: ACTOR, withPredecessors: false });
    expect(await keyOf(token)).toBeUndefined();
  });

  it('changes permissions from the next request on, also of rotated keys, while reads lag', async () => {
    const { store, scope, make, keyOf } = prepare();
    const { apiKey, token } = await make();
    const successor = await rotateKey(store, scope, apiKey.id, 60, ACTOR);
    if (successor === undefined) throw new Error('The key was not found.');
    await updateKey(store, scope, successor.apiKey.id, { permissions: ['company:read'] }, ACTOR);
    expect(await keyOf(successor.token)).toMatchObject({ permissions: ['company:read'] });
    expect(await keyOf(token)).toMatchObject({ permissions: [] });
    const options = { actor: ACTOR, withPredecessors: false };
    expect(await revokeKeyAndEndpoints(store, scope, successor.apiKey.id, options)).toMatchObject({
      activePredecessors: [{ id: apiKey.id }],
    });
  });

  it("enforces a member's limit, without revoked keys, while reads lag", async () => {
    const { store, scope, newKey } = prepare();
    const limited = newKey({ ownerId: ACTOR.id });
    const make = () => createKey(store, limited, ACTOR, { isLimited: true });
    const { apiKey } = await make();
    for (let count = 1; count < MAX_ACTIVE_KEYS_OF_MEMBER; count++) await make();
    await expect(make()).rejects.toThrow('the maximum');
    await revokeKey(store, scope, apiKey.id, ACTOR);
    await make();
    await expect(make()).rejects.toThrow('the maximum');
  });

  it('restricts the next request of a user who lost the role, was disabled or removed, while reads lag', async () => {
    const { table, organizationId } = prepare();
    const user = {
      id: ACTOR.id,
      organizationId,
      email: 'ada@acme.example',
      role: 'admin',
      isDisabled: false,
      identityProvider: null,
      hasSignedIn: true,
      invitedAt: at(0),
      invitedBy: null,
      lastSignInAt: at(0),
    } as const;
    const principal = { organizationId, actor: ACTOR, role: 'admin' } as const;
    const caller = () => restrictToStoredUser(table.reader, principal);
    await table.writer.transact([putUser(user, undefined)]);
    expect(await caller()).toEqual(principal);
    await table.writer.transact([putUser({ ...user, role: 'member' }, 1)]);
    expect(await caller()).toEqual({ ...principal, role: 'member' });
    await table.writer.transact([putUser({ ...user, isDisabled: true }, 2)]);
    await expect(caller()).rejects.toThrow('Your account is disabled.');
    await table.writer.transact([{ delete: { Key: { ...userKey(organizationId, ACTOR.id) } } }]);
    await expect(caller()).rejects.toThrow('You no longer belong to this organization.');
  });
});

describe('authenticating', () => {
  it('reads nothing for a malformed token, and reveals nothing about a key without its secret', async () => {
    const { store, make, keyOf } = prepare();
    const [one, other] = [await make(), await make()];
    const get = vi.spyOn(store.reader, 'get');
    for (const token of ['', 'x', one.token.slice(0, -1), ` ${one.token}`, one.token.toUpperCase()]) {
      expect(await keyOf(token), token).toBeUndefined();
    }
    expect(get).not.toHaveBeenCalled();
    expect(await keyOf(other.token)).toMatchObject({ id: other.apiKey.id });
    expect(get).toHaveBeenCalledOnce();
  });

  it('rejects a key from the moment of expiry', async () => {
    const { store, make } = prepare();
    const expiresAt = at(60_000);
    const { token } = await make({ expiresAt });
    const before = new Date(Date.parse(expiresAt) - 1).toISOString();
    expect(await authenticate(store.reader, token, before)).toBeDefined();
    expect(await authenticate(store.reader, token, expiresAt)).toBeUndefined();
  });
});
