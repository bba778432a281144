import { holidaysOf, weekdayOf } from './holidays.ts';
import { parseHours } from './hours.ts';
import { type Interval, join } from './intervals.ts';
import { DAY, type OffsetPeriod } from './local-time.ts';
import type { CallingHoursTable, CallingRule } from './table.ts';

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
