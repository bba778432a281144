import type { Place } from './find-place.ts';
import { describeHours } from './hours.ts';
import { containing, firstFrom, type Interval, intersect } from './intervals.ts';
import { type OffsetPeriod, offsetPeriods } from './local-time.ts';
import { type Reason, reason } from './reason.ts';
import { type RuleHours, ruleHoursOf } from './rule-hours.ts';
import type { CallingHoursTable, CallingRule } from './table.ts';

/** The hours of a place, and what they mean for a moment. */
export interface PlaceHours {
  readonly allowed: readonly Interval[];
  readonly reasons: readonly Reason[];
}

interface AppliedRule extends RuleHours {
  readonly region: string;
  readonly regionName: string;
  readonly rule: CallingRule;
  readonly checkedDate: string | null;
}

/** The hours of a rule in a time zone. */
interface ZoneHours {
  readonly timeZone: string;
  /** At the start of the range. */
  readonly offset: number;
  readonly allowed: readonly Interval[];
}

const rulesByRegion = (table: CallingHoursTable): ReadonlyMap<string, readonly AppliedRule[]> =>
  new Map(
    Object.entries(table.regions).map(([region, { name, rules }]) => [
      region,
      (rules ?? []).map((rule) => {
        const checked = rule.sources.flatMap((id) => table.sources[id]?.checked ?? []);
        return {
          ...ruleHoursOf(rule, table.holidays),
          region,
          regionName: name,
          rule,
          checkedDate: checked.sort().at(-1) ?? null,
        };
      }),
    ]),
  );

const countryOf = (region: string): string => region.slice(0, 2);

/** What is missing to judge a place. */
const gapsOf = (table: CallingHoursTable, { regions, timeZones, isElsewhere }: Place): readonly Reason[] => {
  if (isElsewhere) return [reason('no_rule', 'The table has no rules for the country of the location.')];
  if (regions.length === 0) {
    return [reason('unknown_region', 'Neither the location nor the area code tells a region of the table.')];
  }
  const gaps = regions.flatMap((region) => {
    const { name = region, needsSubdivision, rules } = table.regions[region] ?? {};
    if (needsSubdivision) {
      return [
        reason('unknown_region', `${name}: the rules depend on the state, which is unknown.`, { region }),
      ];
    }
    const hasRule = [rules, table.regions[countryOf(region)]?.rules].some((each) => each?.length);
    return rules != null && hasRule
      ? []
      : [reason('no_rule', `${name}: the rules are not established.`, { region })];
  });
  return timeZones.length > 0
    ? gaps
    : [...gaps, reason('unknown_time_zone', 'The time zone of the called party is unknown.')];
};

/**
 * Applies a table to places.
 *
 * @returns for a range whose start is the moment, the hours of a place
 */
export const createPlaceHours = (table: CallingHoursTable) => {
  const rules = rulesByRegion(table);

  return (range: Interval): ((place: Place) => PlaceHours) => {
    const now = range.start;
    const periodsByZone = new Map<string, readonly OffsetPeriod[]>();
    const hoursByRule = new Map<AppliedRule, Map<string, ZoneHours>>();
    const within = (instant: number | undefined): string | null =>
      instant === undefined || instant >= range.end ? null : new Date(instant).toISOString();

    /** Many places have a rule and a time zone in common. */
    const zoneHours = (applied: AppliedRule, timeZone: string): ZoneHours => {
      const byZone = hoursByRule.get(applied) ?? new Map<string, ZoneHours>();
      hoursByRule.set(applied, byZone);
      const known = byZone.get(timeZone);
      if (known !== undefined) return known;
      const periods = periodsByZone.get(timeZone) ?? offsetPeriods(timeZone, range);
      periodsByZone.set(timeZone, periods);
      const hours = { timeZone, offset: periods[0]?.offset ?? 0, allowed: applied.allowedIn(periods) };
      byZone.set(timeZone, hours);
      return hours;
    };

    const apply = (applied: AppliedRule, timeZones: readonly string[]): PlaceHours => {
      const { region, regionName, rule, checkedDate } = applied;
      const zones = timeZones.map((timeZone) => zoneHours(applied, timeZone));
      const allowed = zones.map((zone) => zone.allowed).reduce(intersect, [range]);
      const closed = zones.filter((zone) => containing(zone.allowed, now) === undefined);
      const about = { region, citation: rule.citation, effectiveDate: rule.effectiveDate, checkedDate };
      const hours = describeHours(rule.hours);
      if (closed.length === 0) {
        const until = within(containing(allowed, now)?.end);
        const detail = `${regionName}: within the calling hours, ${hours}, in ${timeZones.join(', ')}.`;
        return { allowed, reasons: [reason('within_hours', detail, { ...about, until })] };
      }
      const until = within(firstFrom(allowed, now));
      const where = closed.map(({ timeZone }) => timeZone).join(', ');
      const [holiday] = closed.flatMap(({ offset }) => applied.holidayAt(now, offset) ?? []);
      const why =
        holiday === undefined
          ? reason('outside_hours', `${regionName}: outside the calling hours, ${hours}, in ${where}.`)
          : reason('holiday', `${regionName}: no calls on ${holiday}, in ${where}.`);
      return { allowed, reasons: [{ ...why, ...about, until }] };
    };

    return (place) => {
      const { regions, timeZones } = place;
      const codes = [...new Set(regions.flatMap((region) => [countryOf(region), region]))];
      const applied = codes
        .flatMap((code) => (timeZones.length > 0 ? (rules.get(code) ?? []) : []))
        .map((each) => apply(each, timeZones));
      const plain = regions.flatMap((region) => {
        const { name, rules } = table.regions[region] ?? {};
        const detail = `${name}: the table has no rule besides those of the country.`;
        return rules?.length === 0 ? [reason('no_stricter_rule', detail, { region })] : [];
      });
      return {
        allowed: applied.map(({ allowed }) => allowed).reduce(intersect, [range]),
        reasons: [...gapsOf(table, place), ...applied.flatMap(({ reasons }) => reasons), ...plain],
      };
    };
  };
};
