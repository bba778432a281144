import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { type CallingHoursTable, callingHoursTableSchema } from '../../../shared/calling-hours/table.ts';
import { northAmerica } from '../../support/records/calling-hours.ts';

const GUIDES = join(import.meta.dirname, '..', '..', '..', 'infra', 'docs', 'guides');

const { regions, numbers, sources } = northAmerica;

/** Problems by place. */
const problemsOf = (change: (table: CallingHoursTable) => unknown): readonly string[] => {
  const table = structuredClone(northAmerica);
  change(table);
  return (callingHoursTableSchema.safeParse(table).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(' ')}: ${message}`,
  );
};

describe('the table of North America', () => {
  it('covers all states, the District of Columbia, territories and provinces', () => {
    const codes = Object.keys(regions);
    expect(codes.filter((code) => code.startsWith('US-'))).toHaveLength(50 + 1 + 5);
    expect(codes.filter((code) => code.startsWith('CA-'))).toHaveLength(13);
  });

  it('names a region for each geographic area code, and no other', () => {
    const countries: Readonly<Record<string, string>> = { PR: 'US', VI: 'US', GU: 'US', MP: 'US', AS: 'US' };
    const geographic = Array.from({ length: 800 }, (_, index) => String(index + 200)).flatMap((code) => {
      const number = ['2345678', '6421234', '6221234']
        .map((subscriber) => parsePhoneNumberFromString(`+1${code}${subscriber}`))
        .find((each) => each?.isValid());
      const isGeographic = /^(?:FIXED_LINE_OR_MOBILE|FIXED_LINE|MOBILE)$/.test(number?.getType() ?? '');
      const country = countries[number?.country ?? ''] ?? number?.country;
      return isGeographic && (country === 'US' || country === 'CA') ? [`+1${code} ${country}`] : [];
    });
    const known = numbers.flatMap(({ regions, prefixes }) =>
      prefixes.map((prefix) => `${prefix} ${regions[0]?.slice(0, 2)}`),
    );
    expect(known.toSorted()).toEqual(geographic.toSorted());
  });

  it('counts as many states with rules of their own as the guide', () => {
    const guide = readFileSync(join(GUIDES, 'calling-hours.md'), 'utf8');
    const states = Object.entries(regions).filter(
      ([code, { rules }]) => code.startsWith('US-') && rules?.length,
    );
    expect(guide).toContain(`${states.length} states`);
  });

  it('gives each region the time zones of its area codes', () => {
    for (const { regions: codes, timeZones, prefixes } of numbers) {
      const ofRegions = codes.flatMap((code) => regions[code]?.timeZones ?? []);
      expect(ofRegions, prefixes.join()).toEqual(expect.arrayContaining(timeZones));
    }
  });

  it('cites a rule and a checked source for each hour', () => {
    const rules = Object.entries(regions).flatMap(([code, { rules }]) =>
      (rules ?? []).map((rule) => ({ code, rule })),
    );
    expect(rules.length).toBeGreaterThan(20);
    for (const { code, rule } of rules) {
      expect(
        rule.sources.some((id) => sources[id]?.checked !== null),
        code,
      ).toBe(true);
      if (rule.basis === 'law') expect(rule.citation, code).toMatch(/\d|Part/);
      else expect(rule.citation, code).toContain('reported');
    }
  });
});

describe('the schema', () => {
  const florida = (table: CallingHoursTable) => table.regions['US-FL']?.rules?.[0] as Record<string, unknown>;

  it.each<[string, (table: CallingHoursTable) => unknown, string]>([
    [
      'hours that end before they start',
      (table) => Object.assign(florida(table), { hours: ['mon 20:00-08:00'] }),
      'regions US-FL rules 0 hours 0: must be days and times',
    ],
    [
      'hours beyond midnight',
      (table) => Object.assign(florida(table), { hours: ['mon 20:00-24:30'] }),
      'regions US-FL rules 0 hours 0: must be days and times',
    ],
    [
      'an unknown weekday',
      (table) => Object.assign(florida(table), { hours: ['mo 08:00-20:00'] }),
      'regions US-FL rules 0 hours 0: must be days and times',
    ],
    [
      'an unknown source',
      (table) => Object.assign(florida(table), { sources: ['nowhere'] }),
      'regions US-FL rules 0 sources 0: names an unknown source, nowhere',
    ],
    [
      'an unknown holiday',
      (table) => Object.assign(florida(table), { holidays: ['party'] }),
      'regions US-FL rules 0 holidays 0: names an unknown holiday, party',
    ],
    [
      'a rule without citation',
      (table) => Object.assign(florida(table), { citation: undefined }),
      'regions US-FL rules 0 citation: ',
    ],
    ['a misspelled field', (table) => Object.assign(florida(table), { hour: [] }), 'regions US-FL rules 0: '],
    [
      'an unknown time zone',
      (table) => table.numbers[0]?.timeZones.push('America/Springfield'),
      'numbers 0 timeZones 1: must be an IANA time zone',
    ],
    ['a repeated prefix', (table) => table.numbers[0]?.prefixes.push('+1212'), ': repeats the prefix +1212'],
    [
      'an unknown region',
      (table) => table.numbers[0]?.regions.push('US-XX'),
      'numbers 0 regions 1: names an unknown region, US-XX',
    ],
    [
      'a subdivision without its country',
      (table) => Reflect.deleteProperty(table.regions, 'CA'),
      'regions CA-AB: needs the region CA',
    ],
    [
      'a date that is none',
      (table) => Object.assign(florida(table), { effectiveDate: '2021-02-30' }),
      'regions US-FL rules 0 effectiveDate: must be a date',
    ],
  ])('names the position of %s', (_, change, expected) => {
    expect(problemsOf(change).join('\n')).toContain(expected);
  });
});
