import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../shared/webhooks/sending/retry-schedule.ts';

const NOW = Date.parse('2026-03-01T12:00:00.500Z');

describe('Retry-After', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    ['1.5', 1.5],
    ['007', 7],
    ['99999999999999999999', 1e20],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ])('reads seconds: %s', (header, seconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(seconds);
  });

  it.each([
    ['Sun, 01 Mar 2026 12:01:00 GMT', 59.5],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 59.5],
    ['Sun Mar  1 12:01:00 2026', 59.5],
    ['Sun Mar 01 12:01:00 2026', 59.5],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', (Date.parse('2100-01-01') - NOW) / 1_000],
  ])('reads a date in any of the three formats: %s', (header, seconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(seconds);
  });

  it('reads a date as UTC even in the form without a time zone', () => {
    const { TZ } = process.env;
    process.env['TZ'] = 'America/New_York';
    try {
      expect(parseRetryAfter('Sun Mar  1 12:01:00 2026', NOW)).toBe(59.5);
    } finally {
      process.env['TZ'] = TZ ?? 'UTC';
    }
  });

  it.each([
    undefined,
    '',
    'soon',
    '-5',
    '1e3',
    '0x10',
    '120 s',
    '2026-03-01T12:01:00Z',
    'March 1, 2026',
    'Sun, 99 Foo 2026 12:01:00 GMT',
  ])('ignores an invalid value: %s', (header) => {
    expect(parseRetryAfter(header, NOW)).toBe(0);
  });
});
