import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { CreatedApiKey } from '../../../shared/keys/new-key.ts';
import { MAX_PREDECESSORS } from '../../../shared/keys/predecessors.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { readDailyUsage, readMeteredKeys } from '../../../shared/keys/usage.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ACTOR, createKeyFixture, HOUR, type KeyFixture } from '../../support/keys/key-fixture.ts';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');
const GRACE_SECONDS = 7_200;

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

const pass = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds);
};

const rotate = async ({ apiKey }: CreatedApiKey, graceSeconds = GRACE_SECONDS, store = fixture.store) => {
  const rotated = await rotateKey(store, fixture.scope, apiKey.id, graceSeconds, ACTOR);
  if (rotated === undefined) throw new Error('The key was not found.');
  return rotated;
};
const moveTo = ({ apiKey }: CreatedApiKey, plan: string) =>
  updateKey(fixture.store, fixture.scope, apiKey.id, { plan }, ACTOR);
const revoke = ({ apiKey }: CreatedApiKey, store = fixture.store) =>
  revokeKey(store, fixture.scope, apiKey.id, ACTOR);

const metersOf = (...keys: readonly CreatedApiKey[]) =>
  Promise.all(keys.map(({ token }) => fixture.meter(token)));

/** A key that was rotated twice; all three are active. */
const makeChain = async () => {
  const first = await fixture.make();
  const second = await rotate(first, 3 * GRACE_SECONDS);
  const third = await rotate(second);
  return [first, second, third] as const;
};

describe('a rotated key and its successors', () => {
  it('meters rotated keys by one gateway key until each ends', async () => {
    const [first, second, third] = await makeChain();
    const [gatewayKey = ''] = fixture.gateway.keys();
    expect(fixture.gateway.size).toBe(1);
    expect(await metersOf(first, second, third)).toEqual([gatewayKey, gatewayKey, gatewayKey]);
    pass(3 * HOUR);
    await fixture.list();
    expect(await metersOf(first, second, third)).toEqual([gatewayKey, undefined, gatewayKey]);
    pass(4 * HOUR);
    await fixture.list();
    expect(await metersOf(first, second, third)).toEqual([undefined, undefined, gatewayKey]);
  });

  it('changes their plan together, with an audit log entry each', async () => {
    const keys = await makeChain();
    const [first, second, third] = keys;
    const [before] = fixture.gateway.keys();
    await moveTo(third, 'high-volume');
    expect(await metersOf(...keys)).toEqual([before, before, before]);
    pass(60_000);
    const [, after = ''] = fixture.gateway.keys();
    expect(await metersOf(...keys)).toEqual([after, after, after]);
    expect((await fixture.list()).map(({ plan }) => plan)).toEqual(Array(3).fill('high-volume'));
    const changes = (await fixture.auditItems()).filter(({ action }) => action === 'api_key.updated');
    expect(new Set(changes.map(({ targetId }) => targetId))).toEqual(
      new Set([first, second, third].map(({ apiKey }) => apiKey.id)),
    );
    for (const { details } of changes) {
      expect(details).toMatchObject({ before: { plan: 'standard' }, after: { plan: 'high-volume' } });
    }
  });

  it('lets only the last key change the plan', async () => {
    const [first, second] = await makeChain();
    await expect(moveTo(first, 'high-volume')).rejects.toThrow(`Change its successor ${second.apiKey.id}`);
    expect(fixture.gateway.size).toBe(1);
  });

  it('keeps a change of plan that is in progress', async () => {
    const first = await fixture.make();
    const [before] = fixture.gateway.keys();
    await moveTo(first, 'high-volume');
    const second = await rotate(first);
    expect(await metersOf(first, second)).toEqual([before, before]);
    pass(60_000);
    const [, after] = fixture.gateway.keys();
    expect(await metersOf(first, second)).toEqual([after, after]);
    await moveTo(second, 'standard');
    expect(await metersOf(first, second)).toEqual([before, before]);
  });

  it('counts all their requests as those of the last key', async () => {
    const [first, second, third] = await makeChain();
    const keys = await readMeteredKeys(fixture.store, fixture.scope);
    const days = await readDailyUsage(fixture.store, keys, '2026-03-10', '2026-03-10');
    expect(days.get(third.apiKey.id)).toEqual([{ date: '2026-03-10', requests: 7 }]);
    expect([days.get(first.apiKey.id), days.get(second.apiKey.id)]).toEqual([null, null]);
  });

  it(`allows at most ${MAX_PREDECESSORS + 1} keys, unless the old one ends immediately`, async () => {
    let last = await fixture.make();
    for (let count = 0; count < MAX_PREDECESSORS; count++) last = await rotate(last);
    await expect(rotate(last)).rejects.toThrow('the maximum. Revoke one first, or rotate');
    last = await rotate(last, 0);
    expect(await moveTo(last, 'high-volume')).toMatchObject({ plan: 'high-volume' });
    // All were created at the same instant, so the one that has just ended may come first.
    const active = (await fixture.list()).find(
      ({ id, expiresAt }) =>
        id !== last.apiKey.id && expiresAt !== null && Date.parse(expiresAt) > Date.now(),
    );
    await revokeKey(fixture.store, fixture.scope, active?.id ?? '', ACTOR);
    await rotate(last);
  });
});

describe('revoking the successor', () => {
  it('keeps predecessors metered, and removes the gateway key with the last of them', async () => {
    const [first, second, third] = await makeChain();
    const [gatewayKey] = fixture.gateway.keys();
    await revoke(third);
    await fixture.list();
    expect(await metersOf(first, second, third)).toEqual([gatewayKey, gatewayKey, undefined]);
    await revoke(second);
    expect(await metersOf(first)).toEqual([gatewayKey]);
    await revoke(first);
    expect(fixture.gateway.size).toBe(0);
  });

  it('lets the predecessor expire without leaving a gateway key', async () => {
    const [, second, third] = await makeChain();
    await revoke(third);
    await revoke(second);
    pass(6 * HOUR - 1);
    await fixture.list();
    expect(fixture.gateway.size).toBe(1);
    pass(1);
    await fixture.list();
    expect(fixture.gateway.size).toBe(0);
  });

  it.each([1, 2, 3])('never removes the gateway key when interrupted at transaction %i', async (step) => {
    const [first, second, third] = await makeChain();
    const [gatewayKey] = fixture.gateway.keys();
    await Promise.allSettled([revoke(third, fixture.endingAt(step))]);
    expect(await metersOf(first, second)).toEqual([gatewayKey, gatewayKey]);
    await fixture.list();
    expect(fixture.gateway.size).toBe(1);
    await revoke(third);
    await revoke(second);
    await revoke(first);
    expect(fixture.gateway.size).toBe(0);
  });
});

it('hands over a gateway key whose creation begins while the rotation is decided', async () => {
  const made = await fixture.make();
  const { writer } = fixture.store;
  let isFirst = true;
  const transact: KeyStore['writer']['transact'] = async (operations) => {
    if (isFirst) {
      isFirst = false;
      // After the key was read. The process ends once the new gateway key exists.
      const change = updateKey(
        fixture.endingAt(2),
        fixture.scope,
        made.apiKey.id,
        { plan: 'high-volume' },
        ACTOR,
      );
      await expect(change).rejects.toThrow('The process ended');
    }
    return writer.transact(operations);
  };
  const successor = await rotate(made, GRACE_SECONDS, { ...fixture.store, writer: { ...writer, transact } });
  expect(fixture.gateway.size).toBe(2);
  pass(HOUR);
  await fixture.list();
  expect(fixture.metered()).toEqual([[made.apiKey.id, 'plan-1']]);
  expect(await metersOf(made, successor)).toEqual([...fixture.gateway.keys(), ...fixture.gateway.keys()]);
});

it('never loses a gateway key that is created while the key is rotated', async () => {
  const made = await fixture.make();
  const { gatewayKeys } = fixture.store;
  const store = {
    ...fixture.store,
    gatewayKeys: {
      ...gatewayKeys,
      async create(name: string, plan: string) {
        const id = await gatewayKeys.create(name, plan);
        await rotate(made);
        return id;
      },
      // The process ends before it can remove the new gateway key.
      remove: () => Promise.reject(new Error('The process ended.')),
    },
  };
  const change = updateKey(store, fixture.scope, made.apiKey.id, { plan: 'high-volume' }, ACTOR);
  await expect(change).rejects.toThrow('The process ended');
  expect(fixture.gateway.size).toBe(2);
  pass(HOUR);
  await fixture.list();
  expect(fixture.metered()).toEqual([[made.apiKey.id, 'plan-1']]);
});
