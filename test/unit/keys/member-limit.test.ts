import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkAuthorizationRequest } from '../../../shared/agents/authorization-request.ts';
import { connectApp } from '../../../shared/agents/connect-app.ts';
import { oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { createKey, createNamedGatewayKey, storePendingKey } from '../../../shared/keys/create-key.ts';
import { KeyConflictError, type KeyStore } from '../../../shared/keys/key-store.ts';
import { MAX_ACTIVE_KEYS_OF_MEMBER, MAX_KEYS_OF_ORGANIZATION } from '../../../shared/keys/member-limit.ts';
import type { CreatedApiKey } from '../../../shared/keys/new-key.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { transferKey } from '../../../shared/keys/transfer-key.ts';
import { apiKeyKey, memberKeysKey, organizationKeysKey } from '../../../shared/table/items/keys.ts';
import { APP_REQUEST } from '../../support/agents/app-request.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR, at, createKeyFixture, HOUR } from '../../support/keys/key-fixture.ts';

const engine = useEngine();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds);
};

const LIMITED = { isLimited: true };
const MAX = MAX_ACTIVE_KEYS_OF_MEMBER;

/** The keys of one member. */
const prepare = () => {
  const fixture = createKeyFixture(engine);
  const { store, scope, organizationId } = fixture;
  const ownerId = randomUUID();
  const make = (expiresAt: string | null = null, within: KeyStore = store) =>
    createKey(within, fixture.newKey({ ownerId, expiresAt }), ACTOR, LIMITED);
  const rotate = async ({ apiKey }: CreatedApiKey, graceSeconds: number, options = LIMITED) => {
    const rotated = await rotateKey(store, scope, apiKey.id, graceSeconds, ACTOR, options);
    if (rotated === undefined) throw new Error('The key was not found.');
    return rotated;
  };
  const active = async (): Promise<number> =>
    (await fixture.list()).filter(
      ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? '~') > at(0),
    ).length;
  return {
    ...fixture,
    make,
    rotate,
    active,
    revoke: ({ apiKey }: CreatedApiKey) => revokeKey(store, scope, apiKey.id, ACTOR),
    /** Makes keys until the limit refuses one, and returns how many are active then. */
    fill: async (): Promise<number> => {
      for (let count = 0; count <= MAX; count++) {
        try {
          await make();
        } catch (error) {
          expect(error).toBeInstanceOf(KeyConflictError);
          return active();
        }
      }
      throw new Error('The limit refuses nothing.');
    },
    listed: async (): Promise<number> =>
      Object(await store.reader.get(memberKeysKey(organizationId, ownerId))).keys.length,
  };
};

/** Counts the successes, and requires that all else are refusals by the limit. */
const successes = (results: readonly PromiseSettledResult<unknown>[]): number => {
  const failed = results.filter((each) => each.status === 'rejected');
  for (const { reason } of failed) expect(String(reason)).toContain('active keys, the maximum');
  return results.length - failed.length;
};

describe('the limit of active keys', () => {
  it('enforces the limit exactly under a burst of creations, before API Gateway creates a key', async () => {
    const { make, active, gateway } = prepare();
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => make()));
    expect([successes(results), await active(), gateway.size]).toEqual([MAX, MAX, MAX]);
  });

  it('does not count keys that were transferred to another owner', async () => {
    const { make, fill, store } = prepare();
    const { id } = (await make()).apiKey;
    expect(await fill()).toBe(MAX);
    const item = await store.reader.get(apiKeyKey(id), { consistentRead: true });
    expect(await store.writer.transact(transferKey(Object(item), 'another', ACTOR, 'owner_not_admin'))).toBe(
      true,
    );
    await make();
    await expect(make()).rejects.toThrow(KeyConflictError);
  });

  it('enforces the limit exactly under a burst of rotations with a grace period', async () => {
    const { make, rotate, active } = prepare();
    const keys = await Promise.all(Array.from({ length: 15 }, () => make()));
    const results = await Promise.allSettled([
      ...keys.map((key) => rotate(key, 60)),
      ...Array.from({ length: 15 }, () => make()),
    ]);
    expect([successes(results), await active()]).toEqual([10, MAX]);
  });

  it('allows rotation without a grace period, and counts the successors', async () => {
    const { make, rotate, fill, active } = prepare();
    const keys = await Promise.all(Array.from({ length: MAX }, () => make()));
    await Promise.all(keys.map(async (key) => rotate(await rotate(key, 0), 0)));
    expect([await active(), await fill()]).toEqual([MAX, MAX]);
  });

  it('counts keys that an admin rotates, who may exceed the limit', async () => {
    const { make, rotate, active } = prepare();
    const keys = await Promise.all(Array.from({ length: MAX }, () => make()));
    const [first] = keys;
    if (first === undefined) throw new Error('There is no key.');
    await rotate(first, 60, { isLimited: false });
    expect(await active()).toBe(MAX + 1);
    await expect(make()).rejects.toThrow(`You already have ${MAX} active keys, the maximum.`);
    pass(61_000);
    await expect(make()).rejects.toThrow('the maximum');
  });

  it('ignores keys that are revoked, expired or past their grace period', async () => {
    const { make, rotate, revoke, fill, listed } = prepare();
    const [revoked, rotated] = [await make(), await make()];
    for (let count = 2; count < MAX - 1; count++) await make(at(HOUR));
    const successor = await rotate(rotated, 3_600);
    await expect(make()).rejects.toThrow('the maximum');
    await revoke(revoked);
    await make();
    await expect(make()).rejects.toThrow('the maximum');
    pass(2 * HOUR);
    expect(await fill()).toBe(MAX);
    expect(await listed()).toBe(MAX);
    await revoke(successor);
    await make();
    await expect(make()).rejects.toThrow('the maximum');
  });

  it('counts a key in creation until it has failed or was certainly interrupted', async () => {
    const { make, state, fill, store } = prepare();
    state.failure = 'before key';
    for (let count = 0; count < 3; count++) await expect(make()).rejects.toThrow('before key');
    state.failure = undefined;
    expect(await fill()).toBe(MAX);

    const other = prepare();
    // The process ends with the call of API Gateway, and cannot even say so.
    const gatewayKeys = {
      ...store.gatewayKeys,
      create: () => Promise.reject(new Error('The process ended.')),
    };
    const ending = (): KeyStore => {
      let count = 0;
      const transact: KeyStore['writer']['transact'] = async (operations) => {
        count += 1;
        if (count > 1) throw new Error('The process ended.');
        return other.store.writer.transact(operations);
      };
      return { ...other.store, gatewayKeys, writer: { ...other.store.writer, transact } };
    };
    await expect(other.make(null, ending())).rejects.toThrow('The process ended.');
    expect(await other.fill()).toBe(MAX - 1);
    pass(16 * 60_000);
    expect(await other.fill()).toBe(MAX);
  });

  it('limits each member separately', async () => {
    const [one, other] = [prepare(), prepare()];
    expect([await one.fill(), await other.fill()]).toEqual([MAX, MAX]);
  });

  it('exempts admins and operators', async () => {
    const { store, newKey, active } = prepare();
    for (let count = 0; count <= MAX; count++) await createKey(store, newKey(), ACTOR);
    expect(await active()).toBe(MAX + 1);
  });
});

describe('the limit of an organization', () => {
  /** An organization whose list is full: of keys that count, and of ids that no longer do. */
  const prepareFull = async (active: number) => {
    const fixture = createKeyFixture(engine);
    const { store, organizationId } = fixture;
    const keys = await Promise.all(Array.from({ length: active }, () => fixture.make()));
    const others = Array.from({ length: MAX_KEYS_OF_ORGANIZATION - active }, () => randomUUID());
    const key = organizationKeysKey(organizationId);
    const stored = Object(await store.reader.get(key));
    await store.writer.transact([{ put: { Item: { ...stored, keys: [...stored.keys, ...others] } } }]);
    const listed = async (): Promise<readonly string[]> => Object(await store.reader.get(key)).keys;
    return { ...fixture, keys, listed };
  };

  it('drops keys that no longer count once it is reached', async () => {
    const { keys, make, listed, store, scope } = await prepareFull(3);
    const [first, second, third] = keys.map(({ apiKey }) => apiKey.id);
    await revokeKey(store, scope, first ?? '', ACTOR);
    const { apiKey } = await make();
    expect((await listed()).toSorted()).toEqual([second, third, apiKey.id].toSorted());
  });

  it('applies to admins, too, and counts keys that are pending', async () => {
    const { store, newKey, list, gateway } = createKeyFixture(createLaggingTable());
    for (let made = 0; made < MAX_KEYS_OF_ORGANIZATION; made++) {
      const { item } = await storePendingKey(store, newKey(), ACTOR, { isLimited: false });
      await createNamedGatewayKey(store.gatewayKeys, item);
    }
    const error = await createKey(store, newKey(), ACTOR).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KeyConflictError);
    expect(String(error)).toContain('Your organization already has 500 active keys, the maximum.');
    expect([gateway.size, await list()]).toEqual([MAX_KEYS_OF_ORGANIZATION, []]);
    // The gateway keys of interrupted creations count until they are removed.
    pass(16 * 60_000);
    await createKey(store, newKey(), ACTOR);
    expect(gateway.size).toBeLessThanOrEqual(MAX_KEYS_OF_ORGANIZATION);
  });

  it('counts apps whose codes wait to be exchanged for five minutes', async () => {
    const { store, organizationId, gateway } = createKeyFixture(createLaggingTable());
    const checked = await checkAuthorizationRequest(
      APP_REQUEST,
      { allowsRegistration: true },
      oauthAddresses('https://api.example.com'),
    );
    const grant = { organizationId, permissions: [], actor: ACTOR, endsAt: null };
    const connect = () => connectApp(store, checked, grant, { isLimited: false });
    for (let made = 0; made < MAX_KEYS_OF_ORGANIZATION; made++) await connect();
    pass(290_000);
    await expect(connect()).rejects.toThrow('An app that is being connected counts for 5 minutes.');
    pass(15_000);
    await connect();
    expect(gateway.size).toBe(0);
  });

  it('never holds more gateway keys, however soon its keys expire', async () => {
    const { make, list, gateway } = createKeyFixture(createLaggingTable());
    for (let made = 0; made < MAX_KEYS_OF_ORGANIZATION + 20; made++) {
      await make({ expiresAt: at(1_000) });
      pass(2_000);
      expect(gateway.size).toBeLessThanOrEqual(MAX_KEYS_OF_ORGANIZATION);
    }
    expect(await list()).not.toEqual([]);
  });
});
