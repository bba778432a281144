import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUsageMeter } from '../../../../infra/local/api-gateway/keys/usage-meter.ts';
import type { MeteredKey, PlanLimits } from '../../../../infra/local/api-gateway/keys/usage-plans.ts';
import { exercise } from '../../../support/exercise.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

const metered = (limits: PlanLimits, keyId = 'a'): MeteredKey => ({ keyId, limits });

let path: string;
let now: number;
const open = () => openUsageMeter(path, () => now);

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'usage-')), 'usage.json');
  now = NOON;
});

describe('the rate', () => {
  const key = metered({ throttle: { rate: 10, burst: 3 }, quota: 1_000_000 });

  it('admits a burst immediately, then as many as the rate refills', () => {
    const meter = open();
    const admit = (times: number) => Array.from({ length: times }, () => meter.admit(key));
    expect(admit(4)).toEqual(['admitted', 'admitted', 'admitted', 'throttled']);
    now += 100;
    expect(admit(2)).toEqual(['admitted', 'throttled']);
    now += 60_000;
    expect(admit(4)).toEqual(['admitted', 'admitted', 'admitted', 'throttled']);
  });

  it('limits each key separately', () => {
    const meter = open();
    while (meter.admit(key) === 'admitted');
    expect(meter.admit(metered(key.limits, 'b'))).toBe('admitted');
  });

  it('never exceeds the rate in any period', () => {
    const count = exercise('admitted', 'throttled');
    const gaps = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(gaps, (waits) => {
        const meter = open();
        const admitted: number[] = [];
        for (const wait of waits) {
          now += wait;
          const isAdmitted = meter.admit(key) === 'admitted';
          count(isAdmitted ? 'admitted' : 'throttled');
          if (isAdmitted) admitted.push(now);
        }
        for (const [first, from] of admitted.entries()) {
          const isExceededAt = (to: number, offset: number): boolean =>
            offset + 1 > 3 + ((to - from) / 1_000) * 10 + 1e-6;
          expect(admitted.slice(first).find(isExceededAt)).toBeUndefined();
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the quota', () => {
  const key = metered({ throttle: { rate: 1_000, burst: 2 }, quota: 3 });

  it('counts only admitted requests, until midnight UTC', () => {
    const meter = open();
    const later = () => {
      now += 1_000;
      return meter.admit(key);
    };
    expect([meter.admit(key), meter.admit(key), meter.admit(key)]).toEqual([
      'admitted',
      'admitted',
      'throttled',
    ]);
    expect([later(), later()]).toEqual(['admitted', 'quota-exceeded']);
    now = Date.parse('2026-03-01T23:59:59.999Z');
    expect(meter.admit(key)).toBe('quota-exceeded');
    now += 1;
    expect(meter.admit(key)).toBe('admitted');
  });

  it('continues after a restart on the same day, and restarts from zero on another', async () => {
    const meter = open();
    meter.admit(key);
    meter.admit(key);
    await meter.close();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ days: { '2026-03-01': { a: 2 } } });
    const next = open();
    expect([next.admit(key), next.admit(key)]).toEqual(['admitted', 'quota-exceeded']);
    now += 24 * 3_600_000;
    expect(next.admit(key)).toBe('admitted');
    expect([next.requestsOn('2026-03-01', 'a'), next.requestsOn('2026-03-02', 'a')]).toEqual([3, 1]);
  });

  it('discards old days', () => {
    const meter = open();
    for (let day = 0; day < 100; day++, now += 24 * 3_600_000) meter.admit(key);
    expect(meter.requestsOn('2026-03-01', 'a')).toBe(0);
    expect(meter.requestsOn('2026-06-08', 'a')).toBe(1);
  });

  it('starts from zero if the file is damaged', () => {
    writeFileSync(path, '{"day":');
    expect(open().admit(key)).toBe('admitted');
  });
});
