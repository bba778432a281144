import { describe, expect, it } from 'vitest';
import { formatDay, formatShare, roundUp, topOf } from '../../../console/views/keys/usage/numbers.ts';

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

  it('includes the quota if a day comes near it, and always every day', () => {
    expect(topOf(100, 100_000)).toBe(100);
    expect(topOf(30_000, 100_000)).toBeGreaterThan(100_000);
    expect(topOf(250_000, 100_000)).toBe(300_000);
    expect(topOf(250_000, undefined)).toBe(300_000);
  });
});

describe('formatting', () => {
  it('distinguishes small shares from none, and exceeded quotas from full ones', () => {
    expect([0, 0.00001, 0.5, 1.05].map(formatShare)).toEqual(['0%', 'less than 0.1%', '50%', '105%']);
  });

  it('shows days in UTC', () => {
    expect(formatDay('2026-01-31')).toBe('31 Jan');
  });
});
