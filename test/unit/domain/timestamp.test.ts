import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../../shared/domain/timestamp.ts';

describe('parseTimestamp', () => {
  it('converts every date-time to UTC with milliseconds', () => {
    expect(parseTimestamp('2026-01-31T09:30:00Z')).toBe('2026-01-31T09:30:00.000Z');
    expect(parseTimestamp('2026-01-31t09:30:00.5z')).toBe('2026-01-31T09:30:00.500Z');
    expect(parseTimestamp('2026-01-01T00:30:00.123+01:00')).toBe('2025-12-31T23:30:00.123Z');
  });

  it('accepts spaces for the `T` and before the offset', () => {
    expect(parseTimestamp('2026-01-31 09:30:00Z')).toBe('2026-01-31T09:30:00.000Z');
    expect(parseTimestamp('2026-01-01 00:30:00.123 +01:00')).toBe('2025-12-31T23:30:00.123Z');
  });

  it('truncates fractions finer than milliseconds', () => {
    expect(parseTimestamp('2026-01-31T09:30:00.1239Z')).toBe('2026-01-31T09:30:00.123Z');
    expect(parseTimestamp('2026-01-31T09:30:00.999999999+00:00')).toBe('2026-01-31T09:30:00.999Z');
    expect(parseTimestamp(`2026-01-31T09:30:00.${'9'.repeat(5_000)}Z`)).toBe('2026-01-31T09:30:00.999Z');
  });

  it.each(['0000-02-29T00:00:00.000Z', '0004-02-29T00:00:00.000Z', '2000-02-29T00:00:00.000Z'])(
    'accepts the leap day %s',
    (text) => {
      expect(parseTimestamp(text)).toBe(text);
    },
  );

  it.each([
    '',
    '2026-01-31',
    '2026-01-31T09:30Z',
    '2026-01-31T09:30:00',
    '2026-02-29T00:00:00Z',
    '0100-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-31T24:00:01Z',
    '2026-01-31T09:30:00.Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1769851800000',
  ])('rejects %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('returns its own output unchanged', () => {
    const years = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') };
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });
});
