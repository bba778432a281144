import { WEEKDAYS } from './hours.ts';
import { DAY } from './local-time.ts';
import type { CallingHoursTable, CallingRule, Holiday } from './table.ts';

/** A calendar date as the number of days since 1970-01-01. */
const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / DAY;

/** From 0, Sunday, to 6. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

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
export const holidaysOf = (
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
