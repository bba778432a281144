import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { authenticate } from '../../../shared/api-keys/authenticate.ts';
import type { KeyStore } from '../../../shared/api-keys/key-store.ts';
import { removeOrphanedGatewayKeys } from '../../../shared/api-keys/remove-orphaned-gateway-keys.ts';
import { revokeKey } from '../../../shared/api-keys/revoke-key.ts';
import { updateKey } from '../../../shared/api-keys/update-key.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import { ACTOR, at, createKeyFixture, HOUR, type KeyFixture } from '../../support/key-fixture.ts';

let engine: TestEngine;
let fixture: KeyFixture;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(() => {
  fixture = createKeyFixture(engine);
});

const moveTo = (id: string, plan: string, store: KeyStore = fixture.store) =>
  updateKey(store, fixture.scope, id, { plan }, ACTOR);

/** The fixture's store with a hook after a key is read and before its new gateway key is created. */
const beforeNewGatewayKey = (happen: () => Promise<unknown>): KeyStore => {
  const { gatewayKeys } = fixture.store;
  return {
    ...fixture.store,
    gatewayKeys: {
      ...gatewayKeys,
      async create(name, plan) {
        await happen();
        return gatewayKeys.create(name, plan);
      },
    },
  };
};

/** The usage plan that currently applies to a token. */
const planInForce = async (token: string): Promise<string | null | undefined> => {
  const authenticated = await authenticate(fixture.store.reader, token, at(0));
  return fixture.gateway.get(authenticated?.usageIdentifierKey ?? '');
};

const clear = async (): Promise<void> =>
  removeOrphanedGatewayKeys(fixture.store, await fixture.keyItems(), at(HOUR));

it('moves the key and removes it from the previous plan', async () => {
  const { apiKey, token } = await fixture.make();
  expect(await planInForce(token)).toBe('plan-1');
  expect(await moveTo(apiKey.id, 'high-volume')).toMatchObject({ id: apiKey.id, plan: 'high-volume' });
  expect(await planInForce(token)).toBe('plan-2');
  expect(fixture.metered()).toEqual([[apiKey.id, 'plan-2']]);
  expect((await fixture.auditItems()).at(-1)).toMatchObject({
    action: 'api_key.updated',
    details: { before: { plan: 'standard' }, after: { plan: 'high-volume' } },
  });
});

it('returns the key to its previous plan', async () => {
  const { apiKey, token } = await fixture.make();
  await moveTo(apiKey.id, 'high-volume');
  await moveTo(apiKey.id, 'standard');
  expect(await planInForce(token)).toBe('plan-1');
  expect(fixture.metered()).toEqual([[apiKey.id, 'plan-1']]);
});

it.each([
  ['before the new gateway key', { failure: 'before key' }],
  ['before its plan', { failure: 'before plan' }],
  ['before the first write', { transaction: 1 }],
  ['before the commit', { transaction: 2 }],
] as const)('changes nothing and leaves no orphans when interrupted %s', async (_, point) => {
  const { apiKey, token } = await fixture.make();
  const store = 'transaction' in point ? fixture.endingAt(point.transaction) : fixture.store;
  if ('failure' in point) fixture.state.failure = point.failure;
  await expect(moveTo(apiKey.id, 'high-volume', store)).rejects.toThrow();
  fixture.state.failure = undefined;
  expect(await planInForce(token)).toBe('plan-1');
  await clear();
  expect(await planInForce(token)).toBe('plan-1');
  expect(fixture.metered()).toEqual([[apiKey.id, 'plan-1']]);
  expect(await fixture.list()).toMatchObject([{ plan: 'standard' }]);
});

it('succeeds when interrupted after the commit, with later cleanup', async () => {
  const { apiKey, token } = await fixture.make();
  fixture.state.failure = 'at removal';
  expect(await moveTo(apiKey.id, 'high-volume')).toMatchObject({ plan: 'high-volume' });
  fixture.state.failure = undefined;
  expect(fixture.gateway.size).toBe(2);
  expect(await planInForce(token)).toBe('plan-2');
  await clear();
  expect(fixture.metered()).toEqual([[apiKey.id, 'plan-2']]);
  expect(await planInForce(token)).toBe('plan-2');
});

it('keeps gateway keys of changes that may be in progress', async () => {
  const { apiKey } = await fixture.make();
  await expect(moveTo(apiKey.id, 'high-volume', fixture.endingAt(2))).rejects.toThrow();
  await fixture.list();
  expect(fixture.gateway.size).toBe(2);
});

it('accepts one of several concurrent changes', async () => {
  const { apiKey, token } = await fixture.make();
  const { promise: allRead, resolve } = Promise.withResolvers<void>();
  let readers = 0;
  /**
   * Continues once all three have read the key; a later reader would find it moved and have nothing to do.
   */
  const together = beforeNewGatewayKey(async () => {
    readers += 1;
    if (readers === 3) resolve();
    await allRead;
  });
  const results = await Promise.allSettled([
    moveTo(apiKey.id, 'high-volume', together),
    moveTo(apiKey.id, 'high-volume', together),
    moveTo(apiKey.id, 'high-volume', together),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await planInForce(token)).toBe('plan-2');
  expect(fixture.metered()).toEqual([[apiKey.id, 'plan-2']]);
});

it('leaves no active or orphaned key when the key is revoked concurrently', async () => {
  const { apiKey, token } = await fixture.make();
  const overtaken = beforeNewGatewayKey(() => revokeKey(fixture.store, fixture.scope, apiKey.id, ACTOR));
  await expect(moveTo(apiKey.id, 'high-volume', overtaken)).rejects.toThrow('modified concurrently');
  expect(await planInForce(token)).toBeUndefined();
  expect(fixture.gateway.size).toBe(0);
});

it('rejects a revoked key and an unknown plan', async () => {
  const { apiKey } = await fixture.make();
  await expect(moveTo(apiKey.id, 'free')).rejects.toThrow('standard, high-volume');
  await revokeKey(fixture.store, fixture.scope, apiKey.id, ACTOR);
  await expect(moveTo(apiKey.id, 'high-volume')).rejects.toThrow('revoked');
});
