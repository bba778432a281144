import { afterEach, describe, expect, it } from 'vitest';
import type { ApiKey } from '../../../console/api/types.ts';
import { setTimeZone } from '../../../console/parts/time-zone.ts';
import { afterRotation } from '../../../console/views/keys/after-rotation.ts';
import { expiryOf } from '../../../console/views/keys/expiry.ts';
import { firstPath } from '../../../shared/operations/data-api/first-request.ts';

afterEach(() => setTimeZone(null));

const NOW = Date.parse('2026-01-31T12:00:00.000Z');

const KEY: ApiKey = {
  id: 'old',
  name: 'A key',
  kind: 'key',
  client: null,
  permissions: [],
  plan: 'standard',
  hint: 'sd_live_…abcd',
  ownerId: null,
  grantedBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'somebody',
  expiresAt: null,
  allowedAddresses: null,
  importSource: null,
  revokedAt: null,
  lastUsedAt: null,
  rotatedTo: null,
  state: 'active',
};

describe('the expiry of a new key', () => {
  it.each([
    ['never', '2026-03-01', null],
    ['30', '', '2026-03-02T12:00:00.000Z'],
    ['365', '', '2027-01-31T12:00:00.000Z'],
  ] as const)('expires a new key, given %s %s, at %s', (expiry, date, expected) => {
    expect(expiryOf({ expiry, date }, NOW)).toBe(expected);
  });

  it.each(['', 'soon'])('refuses the date "%s"', (date) => {
    expect(() => expiryOf({ expiry: 'date', date }, NOW)).toThrow('must be a date');
  });

  it.each([
    ['Pacific/Kiritimati', '2026-03-01T09:59:59.000Z'],
    ['America/New_York', '2026-03-02T04:59:59.000Z'],
    [null, new Date(2026, 2, 1, 23, 59, 59).toISOString()],
  ])('expires a key at the end of its date in the time zone %s', (zone, expected) => {
    setTimeZone(zone);
    expect(expiryOf({ expiry: 'date', date: '2026-03-01' }, NOW)).toBe(expected);
  });
});

describe('a rotated key', () => {
  it('stays active for the grace period, but not beyond its own expiry', () => {
    const rotate = (expiresAt: string | null, grace: number) =>
      afterRotation({ ...KEY, expiresAt }, 'new', grace, NOW);
    expect(rotate(null, 3_600)).toMatchObject({
      rotatedTo: 'new',
      state: 'active',
      expiresAt: '2026-01-31T13:00:00.000Z',
    });
    expect(rotate('2026-01-31T12:30:00.000Z', 3_600).expiresAt).toBe('2026-01-31T12:30:00.000Z');
    expect(rotate(null, 0).state).toBe('expired');
  });
});

describe('the first request with a key', () => {
  it('suggests a first request that the key’s permissions allow', () => {
    expect(firstPath(['person:read', 'call-list:read'])).toBe('/v1/call-list');
    expect(firstPath(['company:read'])).toBe('/v1/company/ID');
    expect(firstPath([])).toBe('/v1/key');
  });
});
