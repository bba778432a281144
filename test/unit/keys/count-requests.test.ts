import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  countAllRequests,
  countRange,
  countRequestsOfKeys,
  TooManyCountsError,
} from '../../../shared/keys/requests/count-requests.ts';
import { accessLine, createFakeLogs } from '../../support/keys/fake-logs.ts';

const [organizationId, keyId, otherKeyId, ownerId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const scope = { organizationId };
const [FRIDAY, SATURDAY] = ['2026-01-30', '2026-01-31'];

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
    expect(Object.fromEntries(await countAllRequests(store, scope, FRIDAY, SATURDAY))).toEqual({
      [SATURDAY]: SATURDAY_COUNTS,
      [FRIDAY]: { succeeded: 0, refused: 1, failed: 1, refusals: [{ problem: 'forbidden', requests: 1 }] },
    });
  });

  it('counts each key', async () => {
    const counts = await countRequestsOfKeys(store, scope, [keyId, otherKeyId], FRIDAY, SATURDAY);
    expect(Object.fromEntries(counts.get(keyId) ?? [])).toEqual({
      [SATURDAY]: SATURDAY_COUNTS,
      [FRIDAY]: { succeeded: 0, refused: 0, failed: 1, refusals: [] },
    });
    expect(counts.get(otherKeyId)?.get(FRIDAY)).toMatchObject({ refused: 1, failed: 0 });
    expect(await countRequestsOfKeys(store, scope, [], FRIDAY, SATURDAY)).toEqual(new Map());
  });

  it("counts for a member the user's own keys alone", async () => {
    const counts = await countAllRequests(store, { organizationId, ownerId }, FRIDAY, SATURDAY);
    expect(Object.fromEntries(counts)).toEqual({ [FRIDAY]: expect.objectContaining({ refused: 1 }) });
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

  it('fails instead of counting too few', async () => {
    const row = { status: '200', lines: '1', 'bin(1d)': `${FRIDAY} 00:00:00.000` };
    const full = { ...store, search: async () => Array.from({ length: 10_000 }, () => row) };
    await expect(countAllRequests(full, scope, FRIDAY, SATURDAY)).rejects.toThrow(TooManyCountsError);
  });
});
