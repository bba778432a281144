import type { Location } from '../kinds/location-fields.ts';
import { isKnownTimeZone } from './local-time.ts';
import type { CallingHoursTable } from './table.ts';

/** What is known of where the called party is. */
export interface PlaceHints {
  /** E.164. */
  readonly number: string;
  readonly timezone: string | null;
  readonly location: Location | null;
}

/** Where the called party may be: calls have to be allowed everywhere. */
export interface Place {
  /** ISO 3166 codes of regions in the table, sorted. Empty if none is known. */
  readonly regions: readonly string[];
  /** Sorted. Empty if none is known. */
  readonly timeZones: readonly string[];
  readonly timeZoneSource: 'timezone' | 'location' | 'number' | null;
  /** Whether the location names a country that the table does not have. */
  readonly isElsewhere: boolean;
}

type NumberGroup = CallingHoursTable['numbers'][number];

/** `Québec` and `QUEBEC`, `D.C.` and `DC` are the same. */
const normalize = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .toLowerCase()
    .trim();

const countryOf = (region: string): string => region.slice(0, 2);

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

/** Finds places by number, location and time zone. Indexes the table once. */
export const createPlaceFinder = ({
  regions,
  numbers,
}: CallingHoursTable): ((hints: PlaceHints) => Place) => {
  const byPrefix = new Map<string, NumberGroup>(
    numbers.flatMap((group) => group.prefixes.map((prefix) => [prefix, group] as const)),
  );
  const longestPrefix = Math.max(0, ...[...byPrefix.keys()].map(({ length }) => length));
  /** Countries by name, and subdivisions by country and name. */
  const byName = new Map<string, string>();
  for (const [code, { name, aliases = [] }] of Object.entries(regions)) {
    const scope = code === countryOf(code) ? '' : countryOf(code);
    for (const each of [name, ...aliases, code, code.slice(scope === '' ? 0 : 3)]) {
      byName.set(`${scope} ${normalize(each)}`, code);
    }
  }

  const groupOf = (number: string): NumberGroup | undefined => {
    for (let length = Math.min(longestPrefix, number.length); length > 1; length--) {
      const group = byPrefix.get(number.slice(0, length));
      if (group !== undefined) return group;
    }
    return undefined;
  };

  return ({ number, timezone, location }) => {
    const group = groupOf(number);
    const ofNumber = group?.regions ?? [];
    const given = location?.country ?? null;
    const country = given === null ? ofNumber.map(countryOf)[0] : byName.get(` ${normalize(given)}`);
    const isElsewhere = given !== null && country === undefined;
    const subdivision =
      country === undefined || !location?.region
        ? undefined
        : byName.get(`${country} ${normalize(location.region)}`);
    const isInCountry = ofNumber.some((region) => countryOf(region) === country);
    // Without its subdivision, the location says no more than a number of the same country.
    const located = subdivision ?? (given === null || isInCountry ? undefined : country);
    const place = {
      regions: isElsewhere ? [] : unique([...(located === undefined ? [] : [located]), ...ofNumber]),
      isElsewhere,
    };
    if (timezone !== null && isKnownTimeZone(timezone)) {
      return { ...place, timeZones: [timezone], timeZoneSource: 'timezone' };
    }
    const ofLocation = located === undefined ? undefined : regions[located]?.timeZones;
    if (ofLocation !== undefined) {
      return { ...place, timeZones: unique(ofLocation), timeZoneSource: 'location' };
    }
    const timeZones = isElsewhere || located !== undefined ? [] : (group?.timeZones ?? []);
    return { ...place, timeZones: unique(timeZones), timeZoneSource: timeZones.length > 0 ? 'number' : null };
  };
};
