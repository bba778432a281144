import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFanOut } from '../../../functions/webhooks/fan-out-webhooks/handler.ts';
import { webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { createWebhookFixture, jsonOf, sqsEvent } from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  engine = await startTestEngine();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.stop();
});

/** A function of the fan-out that keeps running, at a time in milliseconds that the test sets. */
const startFanOut = () => {
  const fixture = createWebhookFixture(engine);
  const clock = { now: 1_000_000 };
  const state = { reads: 0, isTableDown: false };
  const { reader } = fixture.store;
  const store: Table = {
    ...fixture.store,
    reader: {
      ...reader,
      async queryPage(query) {
        state.reads += 1;
        if (state.isTableDown) throw new Error('The table is down.');
        return reader.queryPage(query);
      },
    },
  };
  /** Events that come again. */
  const moved: string[] = [];
  const messages = { send: async (message: object) => void moved.push(JSON.stringify(message)) };
  const handle = createFanOut({ ...fixture, store, messages }, () => clock.now);
  const newBody = (): string => {
    const event = JSON.parse(jsonOf(fixture.newEvent()));
    const published = { feedPosition: '7.3', keptDays: 30, streamSequence: '7' };
    return JSON.stringify({ detail: { organizationId: fixture.organizationId, event, ...published } });
  };
  const context = { getRemainingTimeInMillis: () => 30_000 };
  return {
    fixture,
    clock,
    state,
    /** Handles a new event, and no further one. */
    receive: (queuedAt: number) => handle(sqsEvent([newBody()], 'events', queuedAt), context),
    /**
     * Handles a batch of new events that were all queued at a time, and half a second later those that come
     * again.
     *
     * @returns the receivers of each event
     */
    async fanOut(queuedAt: number, events = 1) {
      const before = fixture.queued.length;
      const bodies = Array.from({ length: events }, newBody);
      const { batchItemFailures } = await handle(sqsEvent(bodies, 'events', queuedAt), context);
      const again = moved.splice(0);
      if (again.length > 0) {
        clock.now += 500;
        await handle(sqsEvent(again, 'events', clock.now), context);
      }
      const made = fixture.queued.slice(before).map(({ message }) => message.endpointId);
      return { failures: batchItemFailures.length, receivers: [...new Set(made)].toSorted() };
    },
  };
};

describe('the endpoints that an event is delivered to', () => {
  it('reads them once for all batches of events that waited', async () => {
    const { fixture, clock, state, fanOut } = startFanOut();
    await fixture.putEndpoints(1_000);
    const queuedAt = clock.now - 60_000;
    const one = await fanOut(queuedAt);
    const pages = state.reads;
    for (let batch = 0; batch < 9; batch++) {
      clock.now += 500;
      expect(await fanOut(queuedAt)).toEqual(one);
    }
    expect(one.receivers).toHaveLength(1_000);
    expect(state.reads).toBe(pages);
  });

  it('reads them once for events that only come again, of an organization with many', async () => {
    const { fixture, clock, state, receive } = startFanOut();
    await fixture.putEndpoints(101);
    await receive(clock.now);
    const pages = state.reads;
    for (let batch = 0; batch < 9; batch++) {
      clock.now += 1_000;
      await receive(clock.now);
    }
    expect(fixture.queued).toEqual([]);
    expect(state.reads).toBe(pages);
    clock.now += 1_000;
    await receive(clock.now);
    expect(state.reads).toBe(2 * pages);
  });

  it('reads them once for a batch of new events', async () => {
    const { fixture, clock, state, fanOut } = startFanOut();
    await fixture.putEndpoint();
    await fanOut(clock.now, 10);
    expect(state.reads).toBe(1);
  });

  it.each([
    ['queued after the read', 0, 500],
    ['queued less than the skew of clocks before the read', 500, -500],
    ['handled ten seconds after the read', 10_000, -60_000],
  ])('reads them again for an event %s', async (_, later, queuedAfterRead) => {
    const { fixture, clock, state, fanOut } = startFanOut();
    await fixture.putEndpoint({ eventTypes: ['company.created'] });
    await fanOut(clock.now - 60_000);
    const { id } = await fixture.putEndpoint();
    const readAt = clock.now;
    clock.now += later + 1;
    expect((await fanOut(readAt + queuedAfterRead)).receivers).toEqual([id]);
    expect(state.reads).toBe(2);
  });

  it('reads them again after a failed read', async () => {
    const { fixture, clock, state, fanOut } = startFanOut();
    const { id } = await fixture.putEndpoint();
    state.isTableDown = true;
    expect(await fanOut(clock.now - 60_000, 2)).toEqual({ failures: 2, receivers: [] });
    state.isTableDown = false;
    expect(await fanOut(clock.now - 60_000)).toEqual({ failures: 0, receivers: [id] });
  });

  it('are at least those registered before it, and no other than those of the last ten seconds', async () => {
    const step = fc.oneof(
      fc.constant({ kind: 'register' } as const),
      fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.nat(6_000) }),
      fc.record({
        kind: fc.constant('fan out' as const),
        waited: fc.nat(4_000),
        skew: fc.integer({ min: -900, max: 900 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { fixture, clock, fanOut } = startFanOut();
        const endpoints: { readonly id: string; readonly from: number; until: number }[] = [];
        for (const each of steps) {
          clock.now += 1;
          if (each.kind === 'register') {
            endpoints.push({ ...(await fixture.putEndpoint()), from: clock.now, until: Infinity });
          } else if (each.kind === 'remove') {
            const kept = endpoints.filter(({ until }) => until === Infinity);
            const removed = kept[each.which % Math.max(1, kept.length)];
            if (removed === undefined) continue;
            const key = webhookEndpointKey(fixture.organizationId, removed.id);
            await fixture.store.writer.transact([{ delete: { Key: { ...key } } }]);
            removed.until = clock.now;
          } else if (each.kind === 'wait') {
            clock.now += each.milliseconds;
          } else {
            const happenedAt = clock.now - each.waited;
            const { receivers } = await fanOut(happenedAt + each.skew);
            const expected = endpoints.filter(({ from, until }) => from <= happenedAt && until === Infinity);
            expect(receivers).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
            const possible = endpoints.filter(({ until }) => until > clock.now - 10_000).map(({ id }) => id);
            expect(possible).toEqual(expect.arrayContaining([...receivers]));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
