import { parseHours, WEEKDAYS } from './hours.ts';
import { type Interval, join } from './intervals.ts';
import { DAY, type OffsetPeriod } from './local-time.ts';
import type { CallingHoursTable, CallingRule, Holiday } from './table.ts';

/** A calendar date as the number of days since 1970-01-01. */
const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY;

/** Returns 0 for Sunday to 6. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
const easterOf = (year: number): number => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const n = h + l - 7 * m;
  const month = Math.floor((n + 90) / 25);
  return dayNumber(year, month, (n + 33 * month + 19) % 32);
};

/** The day of a holiday in a year; `undefined` if the year has none. */
const dayOfHoliday = ({ date }: Holiday, year: number): number | undefined => {
  if ('daysAfterEaster' in date) return easterOf(year) + date.daysAfterEaster;
  if (date.years === 'even' && year % 2 !== 0) return undefined;
  if ('day' in date) return dayNumber(year, date.month, date.day);
  const first = dayNumber(year, date.month, date.onOrAfter);
  return first + ((WEEKDAYS.indexOf(date.weekday) - weekdayOf(first) + 7) % 7);
};

/** The weekday that is a holiday because another day is one. */
const observedDay = (day: number, { saturday, sunday }: NonNullable<CallingRule['observed']>): number => {
  const weekday = weekdayOf(day);
  if (weekday === 6 && saturday !== undefined) return saturday === 'friday' ? day - 1 : day + 2;
  return weekday === 0 && sunday !== undefined ? day + 1 : day;
};

/**
 * The names of the holidays of a rule in a year, by day number. A weekday on which one is observed is a
 * holiday besides the day itself, and may be in another year.
 */
const holidaysOfYear = (
  { holidays = [], observed = {} }: CallingRule,
  definitions: CallingHoursTable['holidays'],
  year: number,
): ReadonlyMap<number, string> => {
  const names = new Map<number, string>();
  for (const id of holidays) {
    const definition = definitions[id];
    const day = definition && dayOfHoliday(definition, year);
    if (day === undefined) continue;
    names.set(observedDay(day, observed), definition?.name ?? id);
    names.set(day, definition?.name ?? id);
  }
  return names;
};

/** Tells the holiday of a rule on a day, if any. Computes each year once. */
const holidaysOf = (
  rule: CallingRule,
  definitions: CallingHoursTable['holidays'],
): ((day: number) => string | undefined) => {
  const byYear = new Map<number, ReadonlyMap<number, string>>();
  const ofYear = (year: number): ReadonlyMap<number, string> => {
    const known = byYear.get(year) ?? holidaysOfYear(rule, definitions, year);
    byYear.set(year, known);
    return known;
  };
  return (day) => {
    if (rule.holidays === undefined) return undefined;
    const year = new Date(day * DAY).getUTCFullYear();
    return ofYear(year).get(day) ?? ofYear(year + 1).get(day) ?? ofYear(year - 1).get(day);
  };
};

const WHOLE_DAY: readonly Interval[] = [{ start: 0, end: DAY }];

/** When a rule allows calls, in local time. */
export interface RuleHours {
  /** Instants within periods of one offset each. */
  allowedIn(periods: readonly OffsetPeriod[]): readonly Interval[];
  /** The holiday of the local date at an instant. */
  holidayAt(instant: number, offset: number): string | undefined;
}

/** Prepares a rule, so that it can be applied to many time zones. */
export const ruleHoursOf = (rule: CallingRule, holidays: CallingHoursTable['holidays']): RuleHours => {
  const byWeekday: Interval[][] = Array.from({ length: 7 }, () => []);
  for (const text of rule.hours) {
    const hours = parseHours(text);
    for (const weekday of hours?.weekdays ?? []) if (hours) byWeekday[weekday]?.push(hours.interval);
  }
  const holidayOn = holidaysOf(rule, holidays);
  const firstDay = rule.effectiveDate === null ? -Infinity : Date.parse(rule.effectiveDate) / DAY;
  const hoursOn = (day: number): readonly Interval[] => {
    if (day < firstDay) return WHOLE_DAY;
    return holidayOn(day) === undefined ? (byWeekday[weekdayOf(day)] ?? []) : [];
  };
  return {
    allowedIn(periods) {
      const allowed: Interval[] = [];
      for (const { start, end, offset } of periods) {
        for (let day = Math.floor((start + offset) / DAY); day * DAY < end + offset; day++) {
          for (const hours of hoursOn(day)) {
            const midnight = day * DAY - offset;
            const [from, to] = [Math.max(start, midnight + hours.start), Math.min(end, midnight + hours.end)];
            if (from < to) allowed.push({ start: from, end: to });
          }
        }
      }
      return join(allowed);
    },
    holidayAt: (instant, offset) => {
      const day = Math.floor((instant + offset) / DAY);
      return day < firstDay ? undefined : holidayOn(day);
    },
  };
};
