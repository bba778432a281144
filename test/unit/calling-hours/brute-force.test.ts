import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallingHours } from '../../../shared/calling-hours/calling-hours.ts';
import type { CallingHoursTable, CallingRule } from '../../../shared/calling-hours/table.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** With changes of half an hour, at midnight, of the date, and none at all. */
const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'America/Phoenix',
  'America/Havana',
  'America/Santiago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

const HOLIDAYS: CallingHoursTable['holidays'] = {
  christmas: { name: 'Christmas', date: { month: 12, day: 25 } },
  'new-year': { name: 'New Year', date: { month: 1, day: 1 } },
  thanksgiving: { name: 'Thanksgiving', date: { month: 11, weekday: 'thu', onOrAfter: 22 } },
  'good-friday': { name: 'Good Friday', date: { daysAfterEaster: -2 } },
};

/** The holidays of the years of the test, written by hand. */
const HOLIDAY_DATES: Readonly<Record<string, readonly string[]>> = {
  christmas: [2025, 2026, 2027].map((year) => `${year}-12-25`),
  'new-year': [2025, 2026, 2027, 2028].map((year) => `${year}-01-01`),
  thanksgiving: ['2025-11-27', '2026-11-26', '2027-11-25'],
  'good-friday': ['2025-04-18', '2026-04-03', '2027-03-26'],
};

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const hours = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 2 }),
    fc.nat(6),
    fc.nat(6),
  )
  .map(([times, first, last]) => {
    const [start = 0, end = 0] = times.toSorted((a, b) => a - b);
    return `${WEEKDAYS[first]}-${WEEKDAYS[last]} ${clock(start)}-${clock(end)}`;
  });

const rule: fc.Arbitrary<CallingRule> = fc.record({
  citation: fc.constant('§ 1'),
  sources: fc.constant(['source']),
  basis: fc.constant('law' as const),
  effectiveDate: fc.option(fc.constantFrom('2026-03-10', '2026-11-26'), { nil: null }),
  hours: fc.array(hours, { minLength: 1, maxLength: 3 }),
  holidays: fc.uniqueArray(fc.constantFrom(...Object.keys(HOLIDAYS))),
});

const tableOf = (rules: readonly CallingRule[], timeZones: readonly string[]): CallingHoursTable => ({
  about: [],
  sources: { source: { title: 'A source', url: 'https://law.example', checked: '2026-01-01' } },
  holidays: HOLIDAYS,
  regions: { US: { name: 'United States', timeZones: [...timeZones], rules: [...rules] } },
  numbersSource: 'source',
  numbers: [{ regions: ['US'], timeZones: [...timeZones], prefixes: ['+1'] }],
});

const formatters = new Map(
  ZONES.map((timeZone) => [
    timeZone as string,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);

/**
 * Whether a rule allows an instant: read as a person would, from the date and time of a clock on the wall.
 */
const allows = ({ hours, holidays = [], effectiveDate }: CallingRule, timeZone: string, instant: number) => {
  const [date = '', time = ''] = formatters.get(timeZone)?.format(instant).split(' ') ?? [];
  if (effectiveDate !== null && date < effectiveDate) return true;
  if (holidays.some((name) => HOLIDAY_DATES[name]?.includes(date))) return false;
  // 2026-01-05 was a Monday.
  const today = ((Date.parse(date) - Date.parse('2026-01-05')) / DAY + 7_000) % 7;
  return hours.some((text) => {
    const [days = '', times = ''] = text.split(' ');
    const [first = 0, last = 0] = days.split('-').map((day) => WEEKDAYS.indexOf(day));
    const [start = '', end = ''] = times.split('-');
    const isToday = first <= last ? first <= today && today <= last : today >= first || today <= last;
    return isToday && start <= time && time < end;
  });
};

/** Around changes of clocks, holidays, the end of a year, and anywhere. */
const instant = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08',
      '2026-11-01',
      '2026-04-24',
      '2026-10-30',
      '2026-09-05',
      '2026-12-24',
      '2026-04-03',
      '2026-07-01',
    ),
    fc.integer({ min: -10 * DAY, max: 3 * DAY }),
  )
  .map(([date, distance]) => Date.parse(date) + distance);

describe('nextCallableAt and callableUntil', () => {
  it('returns exactly what checking every minute finds', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 2 }),
        fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 3 }),
        instant,
        fc.option(fc.integer({ min: 0, max: 5 * DAY }), { nil: null }),
        (rules, zones, now, wait) => {
          const notBefore = wait === null ? null : new Date(now + wait).toISOString();
          const judge = createCallingHours(tableOf(rules, zones))(now);
          const call = { number: '+12025550100', timezone: null, location: null, reasons: [], notBefore };
          const { callableNow, nextCallableAt, callableUntil } = judge(call);
          const isAllowed = (at: number) =>
            at >= now + (wait ?? 0) && zones.every((zone) => rules.every((each) => allows(each, zone, at)));
          expect(callableNow).toBe(isAllowed(now));
          // Hours start and end with a minute, and so does nothing else but the planned time.
          const candidates = [now + (wait ?? 0)];
          for (let at = Math.ceil(now / MINUTE) * MINUTE; at < now + 14 * DAY; at += MINUTE)
            candidates.push(at);
          const changed = candidates.toSorted((a, b) => a - b).find((at) => isAllowed(at) !== callableNow);
          const expected = changed === undefined ? null : new Date(changed).toISOString();
          expect([nextCallableAt, callableUntil]).toEqual(callableNow ? [null, expected] : [expected, null]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
