import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  DEFAULT_RETRY_SCHEDULE,
  nextAttemptDelay,
  parseRetrySchedule,
} from '../../../shared/webhooks/sending/retry-schedule.ts';

const schedule = DEFAULT_RETRY_SCHEDULE;
const attempts = fc.integer({ min: 1, max: 9 });
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const delayOf = (attempt: number, retryAfterSeconds = 0, random = 0.5): number => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  return nextAttemptDelay(schedule, attempt, retryAfterSeconds) ?? Number.NaN;
};
afterEach(() => {
  vi.restoreAllMocks();
});

const stepOf = (attempt: number): number => schedule[attempt - 1] ?? Number.NaN;

describe('the default schedule', () => {
  it('makes ten attempts in about 50 hours', () => {
    const delays = Array.from({ length: 10 }, (_, index) => delayOf(index + 1));
    expect(delays.slice(0, 7)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
    expect(delays[9]).toBeNaN();
    const hours = delays.slice(0, 9).reduce((sum, delay) => sum + delay, 0) / 3_600;
    expect(hours).toBeGreaterThan(49);
    expect(hours).toBeLessThan(54);
  });

  it('ends with the last attempt, whatever Retry-After says', () => {
    for (const attempt of [10, 11, 1_000]) {
      expect(nextAttemptDelay(schedule, attempt, 60)).toBeUndefined();
    }
  });

  it('spreads each wait by a tenth in both directions', () => {
    fc.assert(
      fc.property(attempts, randoms, (attempt, random) => {
        const delay = delayOf(attempt, 0, random);
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(0.9 * stepOf(attempt)));
        expect(delay).toBeLessThanOrEqual(Math.ceil(1.1 * stepOf(attempt)));
      }),
    );
    expect([0, 0.25, 0.5, 0.75, 0.999].map((random) => delayOf(2, 0, random))).toEqual([
      270, 285, 300, 315, 330,
    ]);
  });

  it('varies randomly by default', () => {
    const delays = Array.from({ length: 50 }, () => nextAttemptDelay(schedule, 5, 0));
    expect(new Set(delays).size).toBeGreaterThan(10);
  });
});

describe('Retry-After', () => {
  it('lengthens a wait, up to the next step', () => {
    expect(delayOf(1, 60, 0)).toBe(60);
    expect(delayOf(1, 300)).toBe(300);
    expect(delayOf(1, 10_000)).toBe(300);
    expect(delayOf(4, 10_000_000)).toBe(18_000);
  });

  it('never shortens a wait', () => {
    expect(delayOf(3, 0)).toBe(1_800);
    expect(delayOf(3, 60)).toBe(1_800);
  });

  it('limits Retry-After to the last step after the last step', () => {
    expect(delayOf(9, 10_000_000)).toBe(43_200);
  });

  it('honors Retry-After within these bounds', () => {
    fc.assert(
      fc.property(attempts, fc.nat(100_000), randoms, (attempt, retryAfter, random) => {
        const next = schedule[attempt] ?? stepOf(attempt);
        const delay = delayOf(attempt, retryAfter, random);
        expect(delay).toBeGreaterThanOrEqual(Math.min(retryAfter, next));
        expect(delay).toBeGreaterThanOrEqual(delayOf(attempt, 0, random));
        expect(delay).toBeLessThanOrEqual(Math.max(next, Math.ceil(1.1 * stepOf(attempt))));
      }),
    );
  });
});

describe('a configured schedule', () => {
  it.each([
    ['1,1,2', [1, 1, 2]],
    ['5', [5]],
    [' 5, 300 ,43200 ', [5, 300, 43_200]],
  ])('parses "%s"', (text, steps) => {
    expect(parseRetrySchedule(text)).toEqual(steps);
  });

  it.each([
    '',
    ',',
    '1,',
    '1,,2',
    '0',
    '-1',
    '1.5',
    '1e3',
    '43201',
    '99999',
    '1;2',
    'soon',
    `${'1,'.repeat(20)}1`,
  ])('rejects "%s" with the allowed form', (text) => {
    expect(() => parseRetrySchedule(text)).toThrow(
      `The retry schedule is "${text}", but must be 1 to 20 whole numbers of seconds, each from 1 to ` +
        '43200, separated by commas, such as 5,300,1800.',
    );
  });
});
