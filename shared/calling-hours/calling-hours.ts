import type { Callability, CallabilityReason } from '../domain/callability.ts';
import type { Location } from '../domain/fields.ts';
import { createPlaceFinder, type Place } from './find-place.ts';
import { describeHours } from './hours.ts';
import { containing, firstFrom, type Interval, intersect } from './intervals.ts';
import { DAY, type OffsetPeriod, offsetPeriods } from './local-time.ts';
import { type Reason, reason } from './reason.ts';
import { type RuleHours, ruleHoursOf } from './rule-hours.ts';
import type { CallingHoursTable, CallingRule } from './table.ts';

/** How far ahead the next hours are looked for. */
const LOOK_AHEAD = 14 * DAY;

/** A call that may be made. */
export interface Call {
  /** E.164; null if there is none. */
  readonly number: string | null;
  /** Of the called person, or of the company if no person is called. */
  readonly timezone: string | null;
  readonly location: Location | null;
  /** Reasons from the records, such as `do_not_call`, in their order. */
  readonly reasons: readonly Reason[];
  /** The earliest time for the call, as a timestamp. */
  readonly notBefore: string | null;
}

/** Judges calls at one moment. */
export type Judge = (call: Call) => Callability;

const NO_NUMBER = reason('no_number', 'There is no number in international form to call.');

const timestamp = (instant: number): string => new Date(instant).toISOString();

const isUnknown = ({ effect }: Reason): boolean => effect === 'unknown';
const isForbidden = ({ effect }: Reason): boolean => effect === 'forbidden';

interface AppliedRule extends RuleHours {
  readonly region: string;
  readonly regionName: string;
  readonly rule: CallingRule;
  readonly checkedDate: string | null;
}

/** The hours of a place, and what they mean for the moment. */
interface PlaceHours {
  readonly allowed: readonly Interval[];
  readonly reasons: readonly Reason[];
}

const rulesByRegion = (table: CallingHoursTable): ReadonlyMap<string, readonly AppliedRule[]> =>
  new Map(
    Object.entries(table.regions).map(([region, { name, rules }]) => [
      region,
      (rules ?? []).map((rule) => ({
        ...ruleHoursOf(rule, table.holidays),
        region,
        regionName: name,
        rule,
        checkedDate:
          rule.sources
            .flatMap((id) => table.sources[id]?.checked ?? [])
            .sort()
            .at(-1) ?? null,
      })),
    ]),
  );

/**
 * Prepares a table for many judgements.
 *
 * @returns creates a {@link Judge} for a moment, in milliseconds since 1970
 */
export const createCallingHours = (table: CallingHoursTable): ((now: number) => Judge) => {
  const findPlace = createPlaceFinder(table);
  const rules = rulesByRegion(table);

  /** What is missing to judge a place. */
  const gapsOf = ({ regions, timeZones, isElsewhere }: Place): readonly Reason[] => {
    if (isElsewhere) return [reason('no_rule', 'The table has no rules for the country of the location.')];
    if (regions.length === 0) {
      return [
        reason('unknown_region', 'Neither the location nor the area code tells a region of the table.'),
      ];
    }
    const gaps = regions.flatMap((region) => {
      const { name = region, needsSubdivision, rules } = table.regions[region] ?? {};
      const ofCountry = table.regions[region.slice(0, 2)];
      if (needsSubdivision) {
        return [
          reason('unknown_region', `The rules of ${name} depend on the state, which is unknown.`, { region }),
        ];
      }
      const isEstablished = rules != null && (rules.length > 0 || Boolean(ofCountry?.rules?.length));
      return isEstablished
        ? []
        : [reason('no_rule', `The rules of ${name} are not established.`, { region })];
    });
    return timeZones.length > 0
      ? gaps
      : [...gaps, reason('unknown_time_zone', 'The time zone of the called party is unknown.')];
  };

  return (now) => {
    const range = { start: now, end: now + LOOK_AHEAD };
    const places = new Map<string, PlaceHours>();
    const periodsByZone = new Map<string, readonly OffsetPeriod[]>();
    const periodsOf = (timeZone: string): readonly OffsetPeriod[] => {
      const periods = periodsByZone.get(timeZone) ?? offsetPeriods(timeZone, range);
      periodsByZone.set(timeZone, periods);
      return periods;
    };
    /** When an interval starts or ends, unless that is beyond the look-ahead. */
    const within = (instant: number | undefined): string | null =>
      instant === undefined || instant >= range.end ? null : timestamp(instant);

    const apply = (applied: AppliedRule, timeZones: readonly string[]): PlaceHours => {
      const { region, regionName, rule, checkedDate } = applied;
      const zones = timeZones.map((timeZone) => {
        const periods = periodsOf(timeZone);
        return { timeZone, offset: periods[0]?.offset ?? 0, allowed: applied.allowedIn(periods) };
      });
      const allowed = zones.map((zone) => zone.allowed).reduce(intersect, [range]);
      const closed = zones.filter((zone) => containing(zone.allowed, now) === undefined);
      const hours = describeHours(rule.hours);
      const about = { region, citation: rule.citation, effectiveDate: rule.effectiveDate, checkedDate };
      if (closed.length === 0) {
        const until = within(containing(allowed, now)?.end);
        const detail = `Within the calling hours of ${regionName}: ${hours}, in ${timeZones.join(', ')}.`;
        return { allowed, reasons: [reason('within_hours', detail, { ...about, until })] };
      }
      const until = within(firstFrom(allowed, now));
      const where = closed.map(({ timeZone }) => timeZone).join(', ');
      const [holiday] = closed.flatMap(({ offset }) => applied.holidayAt(now, offset) ?? []);
      return {
        allowed,
        reasons: [
          holiday === undefined
            ? reason('outside_hours', `Outside the calling hours of ${regionName}: ${hours}, in ${where}.`, {
                ...about,
                until,
              })
            : reason('holiday', `${holiday}, on which ${regionName} allows no calls, in ${where}.`, {
                ...about,
                until,
              }),
        ],
      };
    };

    const hoursOf = (place: Place): PlaceHours => {
      const gaps = gapsOf(place);
      const { regions, timeZones } = place;
      const codes = [...new Set(regions.flatMap((region) => [region.slice(0, 2), region]))];
      const applied =
        timeZones.length === 0
          ? []
          : codes.flatMap((code) => (rules.get(code) ?? []).map((each) => apply(each, timeZones)));
      const plain = regions.flatMap((region) => {
        const { name, rules } = table.regions[region] ?? {};
        return rules?.length === 0
          ? [
              reason('no_stricter_rule', `The table names no rule of ${name} besides those of its country.`, {
                region,
              }),
            ]
          : [];
      });
      return {
        allowed: applied.map(({ allowed }) => allowed).reduce(intersect, [range]),
        reasons: [...gaps, ...applied.flatMap(({ reasons }) => reasons), ...plain],
      };
    };

    const hoursAt = (place: Place): PlaceHours => {
      const key = `${place.isElsewhere} ${place.regions.join()} ${place.timeZones.join()}`;
      const hours = places.get(key) ?? hoursOf(place);
      places.set(key, hours);
      return hours;
    };

    const scheduled = (notBefore: string | null): readonly Reason[] =>
      notBefore === null || Date.parse(notBefore) <= now
        ? []
        : [
            reason('scheduled', `The next call is planned for ${notBefore}.`, {
              field: 'entry.nextCallAt',
              until: notBefore,
            }),
          ];

    return ({ number, timezone, location, reasons: given, notBefore }) => {
      const place =
        number === null
          ? { regions: [], timeZones: [], timeZoneSource: null, isElsewhere: false }
          : findPlace({ number, timezone, location });
      const hours = number === null ? { allowed: [], reasons: [NO_NUMBER] } : hoursAt(place);
      const all = [...given, ...hours.reasons, ...scheduled(notBefore)];
      const isBlocked = all.some(isForbidden);
      const hasGaps = all.some(isUnknown);
      const callableNow =
        isBlocked || all.some(({ effect }) => effect === 'later') ? false : hasGaps ? null : true;
      const canWait = callableNow === false && !hasGaps && !isBlocked;
      const earliest = Math.max(now, notBefore === null ? now : Date.parse(notBefore));
      const next = canWait ? firstFrom(hours.allowed, earliest) : undefined;
      const nothingAhead =
        canWait && next === undefined ? [reason('no_hours_ahead', 'No call is allowed within 14 days.')] : [];
      const relevant = callableNow === true ? all : all.filter(({ effect }) => effect !== 'allowed');
      return {
        callableNow,
        nextCallableAt: next === undefined ? null : timestamp(next),
        callableUntil: callableNow === true ? within(containing(hours.allowed, now)?.end) : null,
        timeZones: [...place.timeZones],
        timeZoneSource: place.timeZoneSource,
        regions: [...place.regions],
        reasons: [...relevant, ...nothingAhead].map(({ effect: _, ...shown }): CallabilityReason => shown),
      };
    };
  };
};
