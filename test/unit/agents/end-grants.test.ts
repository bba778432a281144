import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCreateKey } from '../../../functions/keys/manage-keys/create-key.ts';
import { checkAuthorizationRequest } from '../../../shared/agents/authorization-request.ts';
import { connectApp } from '../../../shared/agents/connect-app.ts';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import { exchangeCode } from '../../../shared/agents/exchange-code.ts';
import { refreshTokens } from '../../../shared/agents/refresh-tokens.ts';
import { oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { createKey, type NewApiKey } from '../../../shared/keys/create-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { listKeys } from '../../../shared/keys/list-keys.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { inviteUser, type UserDependencies } from '../../../shared/organizations/users/invite-user.ts';
import { noteSignIn } from '../../../shared/organizations/users/note-sign-in.ts';
import { removeUser } from '../../../shared/organizations/users/remove-user.ts';
import { type UpdateUserOptions, updateUser } from '../../../shared/organizations/users/update-user.ts';
import type { User } from '../../../shared/organizations/users/user.ts';
import { readUser } from '../../../shared/organizations/users/user-repository.ts';
import { createEndpoint } from '../../../shared/webhooks/endpoints/create-endpoint.ts';
import { readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { APP_REQUEST, REDIRECT_URI, VERIFIER } from '../../support/agents/app-request.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';
import { createMemoryPool } from '../../support/processes/memory-pool.ts';
import { openCipher } from '../../support/webhooks/webhook-fixture.ts';

const ADDRESSES = oauthAddresses('https://api.example.com');
const OPERATOR = { id: 'cli:ops', name: 'cli:ops', from: null };
const actorOf = ({ id, email }: User) => ({ id, name: email, from: '192.0.2.1' });

/** An organization with two admins; what the first one creates is asked for. */
const prepare = async () => {
  const fixture = createKeyFixture(createLaggingTable());
  const { store, organizationId } = fixture;
  const pool = createMemoryPool();
  const within = (table: KeyStore): UserDependencies => ({
    ...table,
    users: pool.directory,
    endGrants: createEndGrants(table),
  });
  const dependencies = within(store);
  const admin = async (email: string): Promise<User> => {
    const { user } = await inviteUser(dependencies, { organizationId, email, role: 'admin' }, OPERATOR);
    return noteSignIn(dependencies, { ...user, signedInAt: '2026-01-31T09:30:00.000Z' });
  };
  const [leaver, other] = [await admin('leaver@acme.example'), await admin('other@acme.example')];
  const change = (
    changes: Parameters<typeof updateUser>[3],
    grants?: UpdateUserOptions['grants'],
    table = store,
  ) =>
    updateUser(within(table), organizationId, leaver.id, changes, {
      actor: actorOf(other),
      ...(grants && { grants }),
    });
  const make = async (changes: Partial<NewApiKey> = {}) =>
    (await createKey(store, fixture.newKey({ ownerId: leaver.id, ...changes }), actorOf(leaver))).apiKey;
  const connect = async (): Promise<string> => {
    const checked = await checkAuthorizationRequest(APP_REQUEST, { allowsRegistration: true }, ADDRESSES);
    const grant = {
      organizationId,
      permissions: ['person:read'] as const,
      actor: actorOf(leaver),
      endsAt: null,
    };
    return connectApp(store, checked, grant, { isLimited: false });
  };
  const exchange = (code: string) =>
    exchangeCode(
      store,
      {
        code,
        clientId: APP_REQUEST.client_id,
        redirectUri: REDIRECT_URI,
        codeVerifier: VERIFIER,
        from: '::1',
      },
      new Date(),
    );
  const refresh = ({ refreshToken }: { readonly refreshToken: string }) =>
    refreshTokens(store, { refreshToken, clientId: APP_REQUEST.client_id, from: '::1' }, new Date());
  /** Owner and state of each key, by name. */
  const keys = async () =>
    Object.fromEntries(
      (await fixture.list()).map(({ name, ownerId, revokedAt }) => [
        name,
        revokedAt === null ? ownerId : 'revoked',
      ]),
    );
  const entries = async (action: string) =>
    (await fixture.auditItems()).filter((entry) => entry['action'] === action);
  return {
    ...fixture,
    dependencies,
    pool,
    leaver,
    other,
    change,
    make,
    connect,
    exchange,
    refresh,
    keys,
    entries,
  };
};

const DISABLED = { isDisabled: true } as const;
const DEMOTED = { role: 'member' } as const;

describe('a disabled user', () => {
  it('loses apps and codes, and leaves keys to the admin who disables', async () => {
    const { change, connect, exchange, refresh, make, keys, entries, leaver, other, keyItems } =
      await prepare();
    const tokens = await exchange(await connect());
    const pending = await connect();
    await make({ name: 'sync' });
    await make({ name: 'no permissions', permissions: [] });
    await change(DISABLED);
    expect(await keys()).toEqual({ Agent: 'revoked', sync: other.id, 'no permissions': other.id });
    await expect(refresh(tokens)).rejects.toThrow('The app is revoked');
    await expect(exchange(pending)).rejects.toThrow('no longer has access');
    expect((await keyItems()).filter(({ isDiscarded }) => isDiscarded === true)).toHaveLength(1);
    expect(await entries('api_key.revoked')).toMatchObject([
      { actor: actorOf(other), details: { reason: 'owner_without_access' } },
    ]);
    expect((await entries('api_key.transferred')).map(({ actor, details }) => [actor, details])).toEqual(
      [1, 2].map(() => [
        actorOf(other),
        { before: { ownerId: leaver.id }, after: { ownerId: other.id }, reason: 'owner_without_access' },
      ]),
    );
  });

  it('is listed with no keys afterwards, and the new owner with them', async () => {
    const { change, make, leaver, other, store, organizationId } = await prepare();
    const { id } = await make();
    await change(DISABLED);
    const owned = async (ownerId: string) =>
      (await listKeys(store, { organizationId, ownerId }, { limit: 10 })).keys.map((key) => key.id);
    expect([await owned(leaver.id), await owned(other.id)]).toEqual([[], [id]]);
  });

  it('keeps apps connected under the admin who chooses to keep them', async () => {
    const { change, connect, exchange, refresh, keys, other } = await prepare();
    const tokens = await exchange(await connect());
    await change(DISABLED, { apps: 'transfer', keys: 'revoke' });
    expect(await keys()).toEqual({ Agent: other.id });
    expect(await refresh(tokens)).toMatchObject({ permissions: ['person:read'] });
  });

  it('loses keys, predecessors and webhook endpoints if the admin chooses to revoke', async () => {
    const { change, make, store, scope, keys, list, leaver, organizationId } = await prepare();
    const { id } = await make({ permissions: ['webhook:manage', 'person:read'] });
    await createEndpoint(
      { store, cipher: openCipher, policy: {} },
      {
        ...{ organizationId, url: 'https://hooks.example/', description: '' },
        ...{ eventTypes: ['person.created'], includesContactDetails: false },
      },
      actorOf(leaver),
      { id, check: requireKeyPermissions(id, [['webhook:manage']]) },
    );
    await rotateKey(store, scope, id, 3_600, actorOf(leaver));
    await change(DISABLED, { apps: 'revoke', keys: 'revoke' });
    expect((await list()).map(({ revokedAt }) => revokedAt === null)).toEqual([false, false]);
    expect(await readEndpoints(store, organizationId)).toMatchObject([{ disabledReason: 'key_revoked' }]);
    expect(await keys()).toEqual({ 'A key': 'revoked' });
  });

  it('leaves revoked and expired keys as they are', async () => {
    const { change, make, keyItems } = await prepare();
    await make({ expiresAt: '2026-01-01T00:00:00.000Z' });
    const before = await keyItems();
    await change(DISABLED);
    expect(await keyItems()).toEqual(before);
  });

  it.each([2, 3, 4, 5, 6])(
    'is left without grants by repeating a change that ended at write %i',
    async (nth) => {
      const { change, connect, exchange, make, keys, endingAt, other, leaver, dependencies } =
        await prepare();
      await exchange(await connect());
      await make({ name: 'one' });
      await make({ name: 'two' });
      await connect();
      const outcome = await change(DISABLED, undefined, endingAt(nth)).then(
        () => 'done',
        () => 'interrupted',
      );
      expect(outcome).toBe(nth < 6 ? 'interrupted' : 'done');
      const stored = await readUser(dependencies.reader, leaver.organizationId, leaver.id);
      expect(stored?.user.isDisabled).toBe(true);
      await change(DISABLED);
      expect(await keys()).toEqual({ Agent: 'revoked', one: other.id, two: other.id });
    },
  );

  it.each([
    ['disabled', DISABLED, ['person:read']],
    ['disabled, without permissions', DISABLED, []],
    ['demoted', DEMOTED, ['person:read']],
  ] as const)('cannot finish a key as one %s meanwhile', async (_, changes, permissions) => {
    const { change, store, organizationId, leaver, keyItems, entries } = await prepare();
    // The index of owners does not list the pending key yet.
    const lagging: KeyStore['reader'] = {
      ...store.reader,
      queryPage: async (query) => (query.index === undefined ? store.reader.queryPage(query) : { items: [] }),
    };
    const slow: KeyStore = {
      ...store,
      gatewayKeys: {
        ...store.gatewayKeys,
        async create(...args) {
          await change(changes, undefined, { ...store, reader: lagging });
          return store.gatewayKeys.create(...args);
        },
      },
    };
    const request = {
      ...{ id: '', query: {}, urlWith: () => '', from: '::1' },
      principal: { organizationId, actor: actorOf(leaver), role: 'admin' as const },
      body: {
        name: 'sync',
        permissions: [...permissions],
        plan: undefined,
        expiresAt: null,
        allowedAddresses: null,
        importSource: null,
      },
    };
    await expect(createCreateKey(slow)(request)).rejects.toThrow('your access or role changed');
    expect(await keyItems()).toMatchObject([{ isDiscarded: true }]);
    expect(await entries('api_key.created')).toEqual([]);
  });

  it('cannot keep a key that was rotated while the change was made', async () => {
    const { change, make, store, scope, list, leaver } = await prepare();
    const { id } = await make();
    let isRotated = false;
    const reader: KeyStore['reader'] = {
      ...store.reader,
      get: async (...args) => {
        const item = await store.reader.get(...args);
        if (item?.['id'] === id && !isRotated) {
          isRotated = true;
          await rotateKey(store, scope, id, 3_600, actorOf(leaver));
        }
        return item;
      },
    };
    await change(DISABLED, { apps: 'revoke', keys: 'revoke' }, { ...store, reader });
    expect((await list()).map(({ revokedAt }) => revokedAt === null)).toEqual([false, false]);
  });
});

describe('a demoted admin', () => {
  it('loses what needs the role, and keeps what another admin granted', async () => {
    const { change, connect, exchange, make, keys, store, scope, leaver, other } = await prepare();
    await exchange(await connect());
    await make({ name: 'own grant' });
    await make({ name: 'no permissions', permissions: [] });
    const granted = await make({ name: 'granted', permissions: [] });
    await updateKey(store, scope, granted.id, { permissions: ['person:read'] }, actorOf(other));
    await change(DEMOTED);
    expect(await keys()).toEqual({
      ...{ Agent: 'revoked', 'own grant': other.id },
      ...{ granted: leaver.id, 'no permissions': leaver.id },
    });
  });

  it('loses the same when an operator repeats the invitation as a member', async () => {
    const { dependencies, make, keys, organizationId, leaver } = await prepare();
    await make({ name: 'own grant' });
    await inviteUser(dependencies, { organizationId, email: leaver.email, role: 'member' }, OPERATOR);
    expect(await keys()).toEqual({ 'own grant': null });
  });

  it('loses nothing by a change that makes a member a member again', async () => {
    const { change, make, keys, store, scope, leaver, other } = await prepare();
    await change(DEMOTED);
    const { id } = await make({ name: 'granted', permissions: [] });
    await updateKey(store, scope, id, { permissions: ['person:read'] }, actorOf(other));
    await change(DEMOTED);
    expect(await keys()).toEqual({ granted: leaver.id });
  });
});

describe('a removed user', () => {
  const remove = async ({
    dependencies,
    organizationId,
    leaver,
    other,
  }: Awaited<ReturnType<typeof prepare>>) =>
    removeUser(dependencies, organizationId, leaver.id, { actor: actorOf(other) });

  it('leaves the organization, the user pool and the grants', async () => {
    const prepared = await prepare();
    const { make, connect, exchange, keys, pool, dependencies, organizationId, leaver, other } = prepared;
    await make({ name: 'sync' });
    await exchange(await connect());
    expect(await remove(prepared)).toMatchObject({ id: leaver.id });
    expect(await keys()).toEqual({ Agent: 'revoked', sync: other.id });
    expect(await readUser(dependencies.reader, organizationId, leaver.id)).toBeUndefined();
    expect(pool.all.has(leaver.id)).toBe(false);
    expect(await prepared.entries('user.removed')).toMatchObject([
      { targetId: leaver.id, details: { email: leaver.email } },
    ]);
    expect(await remove(prepared)).toBeUndefined();
  });

  it('keeps signing in to another organization', async () => {
    const prepared = await prepare();
    const { dependencies, pool, leaver } = prepared;
    const elsewhere = { organizationId: randomUUID(), email: leaver.email, role: 'member' } as const;
    await inviteUser(dependencies, elsewhere, OPERATOR);
    await remove(prepared);
    expect(pool.all.get(leaver.id)?.isDisabled).toBe(false);
    const stored = await readUser(dependencies.reader, elsewhere.organizationId, leaver.id);
    expect(stored?.user.isDisabled).toBe(false);
  });

  it('can be removed after an operator deleted the user from the pool', async () => {
    const prepared = await prepare();
    const { dependencies, organizationId, leaver, other } = prepared;
    const missing = Object.assign(new Error('missing'), { name: 'UserNotFoundException' });
    const users = { ...dependencies.users, setRole: () => Promise.reject(missing) };
    await removeUser({ ...dependencies, users }, organizationId, leaver.id, { actor: actorOf(other) });
    expect(await readUser(dependencies.reader, organizationId, leaver.id)).toBeUndefined();
  });

  it('is refused for the actor and for a user of an identity provider', async () => {
    const { dependencies, organizationId, leaver, other } = await prepare();
    const options = { actor: actorOf(other) };
    await expect(removeUser(dependencies, organizationId, other.id, options)).rejects.toThrow('yourself');
    const federated = await noteSignIn(dependencies, {
      ...leaver,
      id: randomUUID(),
      identityProvider: { name: 'acme', username: 'acme_ada' },
      signedInAt: '2026-01-31T09:30:00.000Z',
    });
    await expect(removeUser(dependencies, organizationId, federated.id, options)).rejects.toThrow(
      'acme decides who signs in',
    );
  });
});
