import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { KeyConflictError, type KeyStore } from '../../../shared/keys/key-store.ts';
import type { CreatedApiKey } from '../../../shared/keys/new-key.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { exercise, runs } from '../../support/exercise.ts';
import {
  ACTOR,
  at,
  createKeyFixture,
  GATEWAY_FAILURE_POINTS,
  type GatewayFailurePoint,
  HOUR,
} from '../../support/keys/key-fixture.ts';

const MINUTE = 60_000;
const PLANS = ['standard', 'high-volume', 'bulk'] as const;
const PLAN_IDS: Readonly<Record<string, string>> = {
  standard: 'plan-1',
  'high-volume': 'plan-2',
  bulk: 'plan-3',
};

let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.stop();
});
afterEach(() => {
  vi.useRealTimers();
});

type Operation =
  | { readonly type: 'rotate'; readonly key: number; readonly graceSeconds: number }
  | { readonly type: 'move'; readonly key: number; readonly plan: string }
  | { readonly type: 'revoke'; readonly key: number }
  | { readonly type: 'list' };

type Step =
  | { readonly type: 'wait'; readonly milliseconds: number }
  /** Concurrent if there are several. */
  | { readonly type: 'perform'; readonly operations: readonly Operation[] }
  /** The next operation ends before its nth transaction. */
  | { readonly type: 'interrupt'; readonly transaction: number }
  /** API Gateway fails during the next operation. */
  | { readonly type: 'fail'; readonly point: GatewayFailurePoint };

const key = fc.nat({ max: 5 });
const operation = fc.oneof<fc.Arbitrary<Operation>[]>(
  fc.record({
    type: fc.constant('rotate'),
    key,
    graceSeconds: fc.constantFrom(0, 30, 3_600, 2 * 86_400),
  }),
  fc.record({ type: fc.constant('move'), key, plan: fc.constantFrom(...PLANS) }),
  fc.record({ type: fc.constant('move'), key, plan: fc.constantFrom(...PLANS) }),
  fc.record({ type: fc.constant('revoke'), key }),
  fc.record({ type: fc.constant('list') }),
);
const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('wait'),
      milliseconds: fc.constantFrom(1, 10_000, MINUTE - 1, MINUTE, HOUR, 5 * HOUR, 12 * HOUR, 30 * HOUR),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('perform'),
      operations: fc.array(operation, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('interrupt'),
      transaction: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('fail'), point: fc.constantFrom(...GATEWAY_FAILURE_POINTS) }),
  },
);

it('meters active keys by one known gateway key per day and plan, and leaves none behind', async () => {
  const count = exercise('metered', 'rotations', 'conflicts', 'interruptions');
  const run = async (steps: readonly Step[]): Promise<void> => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T22:00:00.000Z') });
    const fixture = createKeyFixture(engine);
    const createdAt = new Map<string, number>();
    const { gatewayKeys } = fixture.store;
    const complete: KeyStore = {
      ...fixture.store,
      usagePlanIds: PLAN_IDS,
      gatewayKeys: {
        ...gatewayKeys,
        create(name, plan) {
          createdAt.set(name, Date.now());
          return gatewayKeys.create(name, plan);
        },
      },
    };
    let store = complete;
    const keys: CreatedApiKey[] = [await fixture.make()];
    const usedOn = new Map<string, string>();

    const check = async (): Promise<void> => {
      for (const { token } of keys) {
        const found = await authenticate(store.reader, token, at(0));
        if (found === undefined) continue;
        const { usageIdentifierKey: name, meteredPlan } = found;
        expect(fixture.gateway.get(name)).toBe(PLAN_IDS[meteredPlan]);
        expect(Date.now() - (createdAt.get(name) ?? 0)).toBeGreaterThanOrEqual(MINUTE);
        const day = `${at(0).slice(0, 10)} ${meteredPlan}`;
        expect(usedOn.get(day) ?? name).toBe(name);
        usedOn.set(day, name);
        count('metered');
      }
    };

    const idOf = (index: number): string => keys[index % keys.length]?.apiKey.id ?? '';
    const perform = async (each: Operation): Promise<void> => {
      if (each.type === 'list') await fixture.list();
      if (each.type === 'move') {
        await updateKey(store, fixture.scope, idOf(each.key), { plan: each.plan }, ACTOR);
      }
      if (each.type === 'revoke') await revokeKey(store, fixture.scope, idOf(each.key), ACTOR);
      if (each.type !== 'rotate') return;
      const rotated = await rotateKey(store, fixture.scope, idOf(each.key), each.graceSeconds, ACTOR);
      if (rotated === undefined) return;
      keys.push(rotated);
      count('rotations');
    };

    for (const each of steps) {
      if (each.type === 'wait') vi.setSystemTime(Date.now() + each.milliseconds);
      else if (each.type === 'interrupt') {
        store = { ...complete, writer: fixture.endingAt(each.transaction).writer };
      } else if (each.type === 'fail') fixture.state.failure = each.point;
      else {
        const results = await Promise.allSettled(each.operations.map(perform));
        for (const result of results) {
          if (result.status === 'fulfilled') continue;
          count(result.reason instanceof KeyConflictError ? 'conflicts' : 'interruptions');
          if (result.reason instanceof KeyConflictError) continue;
          expect(String(result.reason)).toMatch(/The process ended\.|before key|before plan|at removal/);
        }
        store = complete;
        fixture.state.failure = undefined;
      }
      await check();
    }
    fixture.state.failure = undefined;
    for (const { apiKey } of keys) await revokeKey(complete, fixture.scope, apiKey.id, ACTOR);
    vi.setSystemTime(Date.now() + HOUR);
    for (let listing = 0; listing < keys.length + 5; listing++) await fixture.list();
    expect(fixture.gateway.size).toBe(0);
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25, size: 'max' }), run), {
    numRuns: runs(25),
  });
});
