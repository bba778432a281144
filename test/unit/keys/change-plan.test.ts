import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ACTOR, at, createKeyFixture, HOUR, type KeyFixture } from '../../support/keys/key-fixture.ts';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * HOUR;

let engine: TestEngine;
let fixture: KeyFixture;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  fixture = createKeyFixture(engine);
});
afterEach(() => {
  vi.useRealTimers();
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
const planInForce = async (token: string): Promise<string | null | undefined> =>
  fixture.gateway.get((await fixture.meter(token)) ?? '');

/** The time from `NOON` on. */
const setTime = (milliseconds: number): void => {
  vi.setSystemTime(NOON + milliseconds);
};

it('meters by the previous plan until API Gateway knows the new gateway key', async () => {
  const { apiKey, token } = await fixture.make();
  expect(await moveTo(apiKey.id, 'high-volume')).toMatchObject({ id: apiKey.id, plan: 'high-volume' });
  const planAt = async (milliseconds: number) =>
    (await authenticate(fixture.store.reader, token, at(milliseconds)))?.meteredPlan;
  expect([await planInForce(token), await planAt(0)]).toEqual(['plan-1', 'standard']);
  expect(await planAt(MINUTE - 1)).toBe('standard');
  expect(await planAt(MINUTE)).toBe('high-volume');
  setTime(MINUTE);
  expect(await planInForce(token)).toBe('plan-2');
  const entry = (await fixture.auditItems()).find(({ action }) => action === 'api_key.updated');
  expect(entry).toMatchObject({
    details: { before: { plan: 'standard' }, after: { plan: 'high-volume' } },
  });
});

it('waits from the creation of the new gateway key, however long that took', async () => {
  const { apiKey, token } = await fixture.make();
  await moveTo(
    apiKey.id,
    'high-volume',
    beforeNewGatewayKey(async () => setTime(20_000)),
  );
  setTime(MINUTE + 19_999);
  expect(await planInForce(token)).toBe('plan-1');
  setTime(MINUTE + 20_000);
  expect(await planInForce(token)).toBe('plan-2');
});

describe('a change back', () => {
  it('reuses the gateway key of that plan immediately on the same day', async () => {
    const { apiKey, token } = await fixture.make();
    const [first] = fixture.gateway.keys();
    await moveTo(apiKey.id, 'high-volume');
    setTime(2 * MINUTE);
    await moveTo(apiKey.id, 'standard');
    expect(await fixture.meter(token)).toBe(first);
    setTime(4 * MINUTE);
    await moveTo(apiKey.id, 'high-volume');
    expect(await planInForce(token)).toBe('plan-2');
    expect(fixture.gateway.size).toBe(2);
  });

  it('reuses the gateway key even after a third plan', async () => {
    const { apiKey, token } = await fixture.make();
    const [first] = fixture.gateway.keys();
    const store = { ...fixture.store, usagePlanIds: { ...fixture.store.usagePlanIds, bulk: 'plan-3' } };
    for (const plan of ['high-volume', 'bulk', 'standard']) {
      await moveTo(apiKey.id, plan, store);
      setTime(Date.now() - NOON + HOUR);
    }
    expect(await fixture.meter(token)).toBe(first);
  });

  it('cancels a change that is reversed before the switch', async () => {
    const { apiKey, token } = await fixture.make();
    const [first] = fixture.gateway.keys();
    await moveTo(apiKey.id, 'high-volume');
    await moveTo(apiKey.id, 'standard');
    expect(await fixture.meter(token)).toBe(first);
    setTime(HOUR);
    expect(await fixture.meter(token)).toBe(first);
  });

  it('waits until API Gateway knows a gateway key that is still new', async () => {
    const { apiKey, token } = await fixture.make();
    await moveTo(apiKey.id, 'high-volume');
    setTime(10_000);
    await moveTo(apiKey.id, 'standard');
    setTime(20_000);
    await moveTo(apiKey.id, 'high-volume');
    setTime(MINUTE - 1);
    expect(await planInForce(token)).toBe('plan-1');
    setTime(MINUTE);
    expect(await planInForce(token)).toBe('plan-2');
    expect(fixture.gateway.size).toBe(2);
  });

  it('reuses the gateway key on another day, too', async () => {
    const { apiKey, token } = await fixture.make();
    const [first] = fixture.gateway.keys();
    await moveTo(apiKey.id, 'high-volume');
    setTime(3 * DAY);
    await fixture.list();
    await moveTo(apiKey.id, 'standard');
    expect(await fixture.meter(token)).toBe(first);
    expect(fixture.gateway.size).toBe(2);
  });

  it('creates a gateway key in a plan that a deployment replaced', async () => {
    const { apiKey, token } = await fixture.make();
    const [first] = fixture.gateway.keys();
    const deployed = { ...fixture.store, usagePlanIds: { standard: 'plan-3', 'high-volume': 'plan-2' } };
    await moveTo(apiKey.id, 'high-volume', deployed);
    setTime(HOUR);
    await moveTo(apiKey.id, 'standard', deployed);
    setTime(2 * HOUR);
    expect(await fixture.meter(token)).not.toBe(first);
    expect(await planInForce(token)).toBe('plan-3');
  });
});

it('leaves one gateway key for each plan, however often it is repeated, until the key ends', async () => {
  const { apiKey } = await fixture.make();
  for (let change = 1; change <= 6; change++) {
    await moveTo(apiKey.id, change % 2 === 1 ? 'high-volume' : 'standard');
    setTime(change * 7 * HOUR);
    await fixture.list();
    expect(fixture.metered()).toEqual([
      [apiKey.id, 'plan-1'],
      [apiKey.id, 'plan-2'],
    ]);
  }
  await revokeKey(fixture.store, fixture.scope, apiKey.id, ACTOR);
  expect(fixture.gateway.size).toBe(0);
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
  setTime(HOUR);
  expect(await planInForce(token)).toBe('plan-1');
  expect(await fixture.list()).toMatchObject([{ plan: 'standard' }]);
  expect(await planInForce(token)).toBe('plan-1');
  expect(fixture.metered()).toEqual([[apiKey.id, 'plan-1']]);
});

it.each([
  ['before the new gateway key', { failure: 'before key' }],
  ['before its plan', { failure: 'before plan' }],
  ['before the commit', { transaction: 2 }],
] as const)('succeeds when repeated after an interruption %s', async (_, point) => {
  const { apiKey, token } = await fixture.make();
  const store = 'transaction' in point ? fixture.endingAt(point.transaction) : fixture.store;
  if ('failure' in point) fixture.state.failure = point.failure;
  await expect(moveTo(apiKey.id, 'high-volume', store)).rejects.toThrow();
  fixture.state.failure = undefined;
  await moveTo(apiKey.id, 'high-volume');
  setTime(HOUR);
  expect(await planInForce(token)).toBe('plan-2');
  await fixture.list();
  expect(fixture.metered()).toEqual([
    [apiKey.id, 'plan-1'],
    [apiKey.id, 'plan-2'],
  ]);
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
  const { writer } = fixture.store;
  /**
   * Continues once all three have read the key; a later reader would find it moved and have nothing to do.
   */
  const transact: KeyStore['writer']['transact'] = async (operations) => {
    readers += 1;
    if (readers === 3) resolve();
    await allRead;
    return writer.transact(operations);
  };
  const together: KeyStore = { ...fixture.store, writer: { ...writer, transact } };
  const results = await Promise.allSettled([
    moveTo(apiKey.id, 'high-volume', together),
    moveTo(apiKey.id, 'high-volume', together),
    moveTo(apiKey.id, 'high-volume', together),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  setTime(2 * MINUTE);
  expect(await planInForce(token)).toBe('plan-2');
  expect(fixture.metered()).toEqual([
    [apiKey.id, 'plan-1'],
    [apiKey.id, 'plan-2'],
  ]);
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
