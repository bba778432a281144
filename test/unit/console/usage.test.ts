import { describe, expect, it } from 'vitest';
import { formatCount, formatDay, formatShare, roundUp } from '../../../console/parts/numbers.ts';
import { mostMetered, sumOf } from '../../../console/views/keys/usage/counts.ts';
import { describeRefusals } from '../../../console/views/keys/usage/refusals.ts';

describe('the scale of a chart', () => {
  it.each([
    [0, 1],
    [1, 1],
    [7, 8],
    [100, 100],
    [101, 150],
    [61_000, 80_000],
    [99_999, 100_000],
  ])('ends the scale for a maximum of %i at %i', (most, top) => {
    expect(roundUp(most)).toBe(top);
  });
});

describe('formatting', () => {
  it('distinguishes small shares from none, and exceeded quotas from full ones', () => {
    expect([0, 0.00001, 0.5, 1.05].map(formatShare)).toEqual(['0%', 'less than 0.1%', '50%', '105%']);
  });

  it('shows days in UTC', () => {
    expect(formatDay('2026-01-31')).toBe('31 Jan');
  });

  it('names one thing and several', () => {
    const texts = [0, 1, 1_200].map((count) => formatCount(count, 'entry matches', 'entries match'));
    expect(texts).toEqual(['0 entries match', '1 entry matches', '1,200 entries match']);
    expect(formatCount(2, 'record')).toBe('2 records');
  });
});

const counts = (succeeded: number, refused: number, failed = 0) => ({
  succeeded,
  refused,
  failed,
  refusals: refused === 0 ? [] : [{ problemType: 'urn:sales-data:problem:forbidden', requests: refused }],
});

const key = (name: string, metered: number | null, ...days: readonly ReturnType<typeof counts>[]) => ({
  keyId: name,
  name,
  hint: 'sd_live_…',
  plan: 'standard',
  rotatedTo: null,
  days: days.map((each, index) => ({ date: `2026-01-0${index + 1}`, metered, counts: each })),
});

describe('the sums of a period', () => {
  it('add outcomes and problems, and skip days that are not counted', () => {
    const { days } = key('One', 3, counts(1, 2), counts(3, 4, 5));
    const sum = sumOf([...days, { date: '2026-01-03', counts: null }]);
    expect(sum).toEqual(counts(4, 6, 5));
    expect(describeRefusals(sum)).toBe('6 forbidden');
  });

  it('have the busiest day of the quota, unless the key is not metered', () => {
    expect(
      mostMetered({ days: [...key('a', 3, counts(1, 0)).days, ...key('a', 9, counts(1, 0)).days] }),
    ).toBe(9);
    expect(mostMetered(key('a', null, counts(1, 0)))).toBeNull();
  });
});
