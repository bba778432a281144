import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  countErrors,
  countPeriod,
  countRange,
  TooManyCountsError,
} from '../../../shared/keys/requests/count-requests.ts';
import type { LogQuery } from '../../../shared/keys/requests/log-search.ts';
import { accessLine, createFakeLogs } from '../../support/keys/fake-logs.ts';

const [organizationId, keyId, otherKeyId, ownerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const scope = { organizationId };
const [FRIDAY, SATURDAY] = ['2026-01-30', '2026-01-31'];
const period = { keyId: undefined, from: FRIDAY, to: SATURDAY };

const line = (time: string, fields: object = {}) =>
  accessLine({ organizationId, keyId, time: Date.parse(time), ...fields });

const denied = { status: '403', error: 'ACCESS_DENIED' };

/** A key whose requests were denied and throttled far more often than they succeeded. */
const store = createFakeLogs({
  access: [
    ...Array.from({ length: 14 }, () => line('2026-01-31T10:00:00.000Z')),
    ...Array.from({ length: 161 }, () => line('2026-01-31T11:00:00.000Z', denied)),
    line('2026-01-31T12:00:00.000Z', { status: '429', error: 'THROTTLED' }),
    line('2026-01-31T12:00:00.000Z', { status: '429', error: 'QUOTA_EXCEEDED' }),
    line('2026-01-31T23:59:59.999Z', { status: '304' }),
    line('2026-01-30T23:59:59.999Z', { status: '500' }),
    line('2026-01-30T00:00:00.000Z', { status: '403', keyId: otherKeyId, ownerId }),
    line('2026-01-29T23:59:59.999Z'),
    line('2026-01-31T12:00:00.000Z', { organizationId: randomUUID() }),
  ],
  authorizer: [line('2026-01-31T12:00:00.000Z', { status: '401', reason: 'expired' })],
});

const SATURDAY_COUNTS = {
  succeeded: 15,
  refused: 164,
  failed: 0,
  refusals: [
    { problem: 'forbidden', requests: 161 },
    { problem: 'rate-limit-exceeded', requests: 1 },
    { problem: 'quota-exceeded', requests: 1 },
    { problem: 'unauthorized', requests: 1 },
  ],
};

describe('counting requests', () => {
  it('counts all keys by day, outcome and problem, with what API Gateway and the authorizer refused', async () => {
    const { total } = await countPeriod(store, scope, period);
    expect(Object.fromEntries(await total())).toEqual({
      [SATURDAY]: SATURDAY_COUNTS,
      [FRIDAY]: { succeeded: 0, refused: 1, failed: 1, refusals: [{ problem: 'forbidden', requests: 1 }] },
    });
  });

  it('counts each key', async () => {
    const { byKeyAndDay } = await countPeriod(store, scope, period);
    const counts = await byKeyAndDay([keyId, otherKeyId]);
    expect(Object.fromEntries(counts.get(keyId) ?? [])).toEqual({
      [SATURDAY]: SATURDAY_COUNTS,
      [FRIDAY]: { succeeded: 0, refused: 0, failed: 1, refusals: [] },
    });
    expect(counts.get(otherKeyId)?.get(FRIDAY)).toMatchObject({ refused: 1, failed: 0 });
    const ofOne = await countPeriod(store, scope, { ...period, keyId: otherKeyId });
    expect([...(await ofOne.byKey()).keys()]).toEqual([otherKeyId]);
  });

  it("counts for a member the user's own keys alone", async () => {
    const { total } = await countPeriod(store, { organizationId, ownerId }, period);
    expect(Object.fromEntries(await total())).toEqual({ [FRIDAY]: expect.objectContaining({ refused: 1 }) });
  });

  it('counts a range to the millisecond, and its keys by their requests', async () => {
    const range = {
      after: Date.parse('2026-01-30T23:59:59.998Z'),
      before: Date.parse('2026-01-31T12:00:00.000Z'),
    };
    expect(await countRange(store, scope, {}, range)).toEqual({
      total: {
        succeeded: 14,
        refused: 161,
        failed: 1,
        refusals: [{ problem: 'forbidden', requests: 161 }],
      },
      keys: [{ keyId, requests: 176 }],
    });
    const all = { after: 0, before: Date.parse('2026-02-01T00:00:00.000Z') };
    const { keys } = await countRange(store, scope, {}, all);
    expect(keys).toEqual([
      { keyId, requests: 181 },
      { keyId: otherKeyId, requests: 1 },
    ]);
    expect((await countRange(store, scope, { keyId: otherKeyId }, all)).total).toMatchObject({ refused: 1 });
    expect((await countRange(store, { organizationId, ownerId }, {}, all)).keys).toEqual([
      { keyId: otherKeyId, requests: 1 },
    ]);
  });

  /** Logs whose searches with this text in them find the maximum number of rows. */
  const fullFor = (text: string) => ({
    ...store,
    search: async (query: LogQuery) =>
      query.text.includes(text) ? Array.from({ length: 10_000 }, () => ({})) : store.search(query),
  });

  it('searches for each count alone if one search finds too many rows', async () => {
    const all = await countPeriod(store, scope, period);
    const each = await countPeriod(
      fullFor('lines by keyId, bin(1d), status, error, deniedType | limit'),
      scope,
      period,
    );
    expect(await each.total()).toEqual(await all.total());
    expect(await each.byKey()).toEqual(await all.byKey());
  });

  it('fails instead of counting too few', async () => {
    const { total, byKey, byKeyAndDay } = await countPeriod(fullFor('keyId'), scope, period);
    expect((await total()).get(SATURDAY)).toMatchObject({ succeeded: 15 });
    await expect(byKey()).rejects.toThrow(TooManyCountsError);
    await expect(byKeyAndDay([keyId])).rejects.toThrow(TooManyCountsError);
    expect(await byKeyAndDay([])).toEqual(new Map());
  });
});

describe('counting errors', () => {
  const errors = (after: string, before: string, filter = {}) =>
    countErrors(store, scope, filter, { after: Date.parse(after), before: Date.parse(before) });

  it('counts them by reason and operation, with their trend by hour', async () => {
    const { kinds, ...range } = await errors('2026-01-31T10:30:00.000Z', '2026-01-31T12:30:00.000Z');
    expect(range).toEqual({ period: 'hour', from: Date.parse('2026-01-31T10:00:00.000Z') });
    const operation = 'GET /v1/person';
    expect(kinds).toEqual([
      { problem: 'forbidden', reason: undefined, operation, requests: 161, trend: [0, 161, 0] },
      { problem: 'rate-limit-exceeded', reason: undefined, operation, requests: 1, trend: [0, 0, 1] },
      { problem: 'quota-exceeded', reason: undefined, operation, requests: 1, trend: [0, 0, 1] },
      { problem: 'unauthorized', reason: 'expired', operation, requests: 1, trend: [0, 0, 1] },
    ]);
  });

  it('counts longer ranges by day, with those that failed', async () => {
    const { kinds, period } = await errors('2026-01-29T12:00:00.000Z', '2026-02-01T00:00:00.000Z');
    expect(period).toBe('day');
    expect(kinds.find(({ problem }) => problem === 'forbidden')?.trend).toEqual([0, 1, 161, 0]);
    expect(kinds.find(({ problem }) => problem === 'internal-error')?.trend).toEqual([0, 1, 0, 0]);
  });

  it.each([
    ['rate-limit-exceeded', 1],
    ['quota-exceeded', 1],
    ['forbidden', 161],
    ['unauthorized', 1],
    ['expired', 1],
    ['revoked', 0],
  ] as const)('finds those that were refused for %s', async (reason, requests) => {
    const { kinds } = await errors('2026-01-31T00:00:00.000Z', '2026-01-31T23:00:00.000Z', { reason });
    expect(kinds.reduce((sum, kind) => sum + kind.requests, 0)).toBe(requests);
  });
});
