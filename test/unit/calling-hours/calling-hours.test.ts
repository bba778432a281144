import { describe, expect, it } from 'vitest';
import { type Call, createCallingHours } from '../../../shared/calling-hours/calling-hours.ts';
import type { CallingHoursTable } from '../../../shared/calling-hours/table.ts';
import type { Location } from '../../../shared/kinds/location-fields.ts';
import { northAmerica } from '../../support/records/calling-hours.ts';

const judgeAt = createCallingHours(northAmerica);

const NOWHERE = { street: null, city: null, region: null, postalCode: null, country: null };
const at = (location: Partial<Location>): Location => ({ ...NOWHERE, ...location });

const judge = (now: string, number: string | null, call: Partial<Call> = {}) =>
  judgeAt(Date.parse(now))({ number, timezone: null, location: null, reasons: [], notBefore: null, ...call });

const codesOf = ({ reasons }: ReturnType<typeof judge>) => reasons.map(({ code }) => code);

const NEW_YORK = '+12125550100';
const MIAMI = '+13055550100';
const PROVIDENCE = '+14015550100';
const TOLL_FREE = '+18005550100';

describe('hours by area code', () => {
  it('applies the rules of the country and of the state', () => {
    // 20:30 in Miami: within the federal hours, but not within those of Florida.
    const result = judge('2026-07-01T00:30:00.000Z', MIAMI);
    expect(result).toEqual({
      callableNow: false,
      nextCallableAt: '2026-07-01T12:00:00.000Z',
      callableUntil: null,
      timeZones: ['America/New_York'],
      timeZoneSource: 'number',
      regions: ['US-FL'],
      reasons: [
        {
          code: 'outside_hours',
          detail: 'Florida: outside the calling hours, Mon–Sun 08:00–20:00, in America/New_York.',
          field: null,
          region: 'US-FL',
          citation: 'Fla. Stat. § 501.616(6)(a)',
          effectiveDate: '2021-07-01',
          checkedDate: '2026-11-23',
          until: '2026-07-01T12:00:00.000Z',
        },
      ],
    });
  });

  it('explains why and until when a call is allowed', () => {
    const result = judge('2026-07-01T16:00:00.000Z', MIAMI);
    expect(result).toMatchObject({
      callableNow: true,
      nextCallableAt: null,
      callableUntil: '2026-07-02T00:00:00.000Z',
    });
    expect(result.reasons).toMatchObject([
      { code: 'within_hours', region: 'US', until: '2026-07-02T01:00:00.000Z' },
      { code: 'within_hours', region: 'US-FL', until: '2026-07-02T00:00:00.000Z' },
    ]);
  });

  it('reports when a state has no rule of its own in the table', () => {
    const result = judge('2026-07-01T16:00:00.000Z', NEW_YORK);
    expect(result.callableNow).toBe(true);
    expect(codesOf(result)).toEqual(['within_hours', 'no_stricter_rule']);
  });

  it.each([
    // Idaho: 08:00 in Boise, 07:00 in Coeur d'Alene, then 20:30 and 19:30.
    ['+12085550100', '2026-07-01T14:00:00.000Z', false],
    ['+12085550100', '2026-07-01T15:00:00.000Z', true],
    // The panhandle of Florida, until 20:00 in both zones.
    ['+18505550100', '2026-06-30T12:30:00.000Z', false],
    ['+18505550100', '2026-07-01T00:30:00.000Z', false],
    // Newfoundland is half an hour ahead of Labrador: 09:00 in Labrador is 12:00 UTC.
    ['+17095550100', '2026-07-01T11:45:00.000Z', false],
    ['+17095550100', '2026-07-01T12:00:00.000Z', true],
  ])('requires %s at %s to be allowed in every time zone of the area code', (number, now, expected) => {
    expect(judge(now, number).callableNow).toBe(expected);
  });
});

describe('the place', () => {
  it('prefers the time zone of the record to that of the area code', () => {
    const result = judge('2026-07-01T12:30:00.000Z', NEW_YORK, { timezone: 'America/Los_Angeles' });
    expect(result).toMatchObject({
      callableNow: false,
      timeZones: ['America/Los_Angeles'],
      timeZoneSource: 'timezone',
      nextCallableAt: '2026-07-01T15:00:00.000Z',
    });
  });

  it.each([
    ['US', 'TX'],
    ['usa', 'texas'],
    ['United States', 'US-TX'],
    [null, 'Texas'],
  ])('adds the state of the location %s, %s to that of the area code', (country, region) => {
    const result = judge('2026-07-01T13:30:00.000Z', MIAMI, { location: at({ country, region }) });
    expect(result.regions).toEqual(['US-FL', 'US-TX']);
    expect(result.timeZoneSource).toBe('location');
    // 08:30 in Dallas, and 07:30 in El Paso: both too early for Texas.
    expect(result.callableNow).toBe(false);
    expect(result.nextCallableAt).toBe('2026-07-01T15:00:00.000Z');
  });

  it.each([
    ['a toll-free number', TOLL_FREE, {}, ['unknown_region']],
    ['a foreign number', '+4930123456', { timezone: 'Europe/Berlin' }, ['unknown_region']],
    ['a country without rules', NEW_YORK, { location: at({ country: 'Germany' }) }, ['no_rule']],
    [
      'an unknown state',
      TOLL_FREE,
      { location: at({ country: 'US' }), timezone: 'America/New_York' },
      ['unknown_region'],
    ],
    ['a state whose rules are not established', '+13075550100', {}, ['no_rule']],
    ['no number', null, {}, ['no_number']],
  ])('treats %s as an unknown place, never callable', (_, number, call, codes) => {
    const result = judge('2026-07-01T16:00:00.000Z', number, call);
    expect(result.callableNow).toBe(null);
    expect(result).toMatchObject({ nextCallableAt: null, callableUntil: null });
    expect(codesOf(result)).toEqual(codes);
  });

  it('omits the region in a country that the table lacks', () => {
    const location = at({ country: 'Germany', region: 'Berlin' });
    expect(judge('2026-07-01T16:00:00.000Z', NEW_YORK, { location })).toMatchObject({
      regions: [],
      timeZones: [],
    });
  });

  it('places a toll-free number by the location', () => {
    const result = judge('2026-07-01T16:00:00.000Z', TOLL_FREE, {
      location: at({ country: 'US', region: 'FL' }),
    });
    expect(result).toMatchObject({ callableNow: true, regions: ['US-FL'] });
  });
});

describe('days', () => {
  it('counts days by the local weekday', () => {
    // 23:30 UTC on Saturday is 18:30 in Providence, where calls end at 17:00 on Saturdays, and Sunday has
    // none.
    const result = judge('2026-07-11T22:30:00.000Z', PROVIDENCE);
    expect(result).toMatchObject({ callableNow: false, nextCallableAt: '2026-07-13T13:00:00.000Z' });
  });

  it('names the holidays without calls', () => {
    const result = judge('2026-11-26T16:00:00.000Z', PROVIDENCE);
    expect(result).toMatchObject({ callableNow: false, nextCallableAt: '2026-11-27T14:00:00.000Z' });
    expect(result.reasons).toMatchObject([
      {
        code: 'holiday',
        region: 'US-RI',
        detail: 'Rhode Island: no calls on Thanksgiving Day, in America/New_York.',
        until: '2026-11-27T14:00:00.000Z',
      },
    ]);
  });

  it.each([
    // 4 July 2026 was a Saturday: Alabama observes Friday, Rhode Island Monday.
    ['+12055550100', '2026-07-03T18:00:00.000Z', 'Independence Day'],
    [PROVIDENCE, '2026-07-06T18:00:00.000Z', 'Independence Day'],
    // 1 January 2028 is a Saturday, observed in the year before.
    ['+12055550100', '2027-12-31T18:00:00.000Z', 'New Year’s Day'],
    // 19 June 2026 is a Friday: Utah observes the Monday before.
    ['+18015550100', '2026-06-15T18:00:00.000Z', 'Juneteenth'],
    ['+15045550100', '2026-02-17T18:00:00.000Z', 'Mardi Gras'],
    ['+15045550100', '2026-11-03T18:00:00.000Z', 'General Election Day'],
  ])('observes holidays on weekdays: %s at %s is %s', (number, now, name) => {
    expect(judge(now, number).reasons).toMatchObject([
      { code: 'holiday', detail: expect.stringContaining(name) },
    ]);
  });

  it('has no general election in odd years', () => {
    expect(judge('2027-11-02T18:00:00.000Z', '+15045550100').callableNow).toBe(true);
  });
});

describe('changes of clocks', () => {
  it.each([
    // The clocks go forward on 8 March 2026, and back on 1 November.
    ['2026-03-08T02:30:00.000Z', '2026-03-08T12:00:00.000Z'],
    ['2026-11-01T02:30:00.000Z', '2026-11-01T13:00:00.000Z'],
  ])('moves the first hour after %s to %s when clocks change', (now, expected) => {
    expect(judge(now, NEW_YORK).nextCallableAt).toBe(expected);
  });
});

describe('what the records say', () => {
  it('forbids a call at any time, and adds the hours', () => {
    const reasons = [
      {
        code: 'do_not_call',
        detail: 'No.',
        field: 'person.doNotCall',
        effect: 'forbidden' as const,
        region: null,
        citation: null,
        effectiveDate: null,
        checkedDate: null,
        until: null,
      },
    ];
    const result = judge('2026-07-01T16:00:00.000Z', NEW_YORK, { reasons });
    expect(result).toMatchObject({ callableNow: false, nextCallableAt: null, callableUntil: null });
    expect(codesOf(result)).toEqual(['do_not_call']);
  });

  it('waits for a planned call, and then for the next hour', () => {
    // 22:00 in New York.
    const result = judge('2026-07-01T16:00:00.000Z', NEW_YORK, { notBefore: '2026-07-03T02:00:00.000Z' });
    expect(result).toMatchObject({ callableNow: false, nextCallableAt: '2026-07-03T12:00:00.000Z' });
    expect(codesOf(result)).toEqual(['scheduled']);
    expect(
      judge('2026-07-01T16:00:00.000Z', NEW_YORK, { notBefore: '2026-07-01T16:00:00.000Z' }).callableNow,
    ).toBe(true);
  });

  it('looks 14 days ahead', () => {
    const result = judge('2026-07-01T16:00:00.000Z', NEW_YORK, { notBefore: '2026-07-16T16:00:00.000Z' });
    expect(result).toMatchObject({ callableNow: false, nextCallableAt: null });
    expect(codesOf(result)).toEqual(['scheduled', 'no_hours_ahead']);
  });
});

it('returns the same answer, and so the same ETag, until it changes', () => {
  const results = new Set(
    ['12:00:00.000', '12:00:00.001', '15:31:07.123', '23:59:59.999'].map((time) =>
      JSON.stringify(judge(`2026-07-01T${time}Z`, MIAMI)),
    ),
  );
  expect(results.size).toBe(1);
  expect(results).not.toContain(JSON.stringify(judge('2026-07-02T00:00:00.000Z', MIAMI)));
});

it('reports a country without any rule as unknown', () => {
  const table: CallingHoursTable = {
    ...northAmerica,
    regions: { ...northAmerica.regions, DE: { name: 'Germany', timeZones: ['Europe/Berlin'], rules: [] } },
    numbers: [{ regions: ['DE'], timeZones: ['Europe/Berlin'], prefixes: ['+49'] }],
  };
  const call = { number: '+4930123456', timezone: null, location: null, reasons: [], notBefore: null };
  expect(createCallingHours(table)(Date.parse('2026-07-01T12:00:00.000Z'))(call)).toMatchObject({
    callableNow: null,
    reasons: [{ code: 'no_rule', region: 'DE' }, { code: 'no_stricter_rule' }].slice(0, 1),
  });
});
