import { afterEach, describe, expect, it } from 'vitest';
import { localTimeOf, timestampOfLocal } from '../../../console/parts/local-time.ts';
import { setTimeZone, timeZoneName } from '../../../console/parts/time-zone.ts';

afterEach(() => setTimeZone(null));

describe('a local time', () => {
  it.each([
    ['UTC', '2026-01-31T09:30', '2026-01-31T09:30:00.000Z'],
    ['Europe/Berlin', '2026-01-31T09:30', '2026-01-31T08:30:00.000Z'],
    ['Europe/Berlin', '2026-07-31T00:30', '2026-07-30T22:30:00.000Z'],
    ['America/New_York', '2026-01-31T23:30', '2026-02-01T04:30:00.000Z'],
    ['Asia/Kathmandu', '2026-01-31T09:30', '2026-01-31T03:45:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
    // An hour before and after the clock changes of 29 March and 25 October.
    ['Europe/Berlin', '2026-03-29T01:00', '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29T04:00', '2026-03-29T02:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
  ])('converts in %s the time %s to %s', (zone, local, timestamp) => {
    setTimeZone(zone);
    expect(timeZoneName()).toBe(zone.replace('_', ' '));
    expect(timestampOfLocal(local, 0)).toBe(timestamp);
    expect(localTimeOf(Date.parse(timestamp))).toBe(local);
  });

  it("uses the browser's time zone without one, or with an unknown one", () => {
    const here = new Date(2026, 0, 31, 9, 30).toISOString();
    for (const zone of [null, 'Europe/Atlantis']) {
      setTimeZone('Pacific/Kiritimati');
      setTimeZone(zone);
      expect(timestampOfLocal('2026-01-31T09:30', 0)).toBe(here);
    }
  });

  it('shifts a local time, and leaves a malformed one unchanged', () => {
    setTimeZone('UTC');
    expect(timestampOfLocal('2026-01-31T09:30', -1)).toBe('2026-01-31T09:29:59.999Z');
    expect(timestampOfLocal('soon', -1)).toBe('soon');
  });
});
