import type { Interval } from './intervals.ts';

/** Weekdays in the order of `Date.getUTCDay`. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

/** Hours of some weekdays. */
interface Hours {
  /** From 0, Sunday, to 6. */
  readonly weekdays: readonly number[];
  /** In milliseconds of local time since midnight. */
  readonly interval: Interval;
}

const minutesOf = (hour: string | undefined, minute: string | undefined): number =>
  Number(hour) * 60 + Number(minute);

/**
 * Parses hours such as `mon-fri 09:00-18:00`, `sat 10:00-17:00` or `mon-sun 00:00-24:00`. Days may wrap
 * around the end of the week: `fri-mon`.
 *
 * @returns `undefined` if the text is malformed, or the end is not after the start
 */
export const parseHours = (text: string): Hours | undefined => {
  const match = /^([a-z]{3})(?:-([a-z]{3}))? (\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text);
  if (match === null) return undefined;
  const weekdayOf = (name = ''): number => (WEEKDAYS as readonly string[]).indexOf(name);
  const first = weekdayOf(match[1]);
  const last = weekdayOf(match[2] ?? match[1]);
  const [start, end] = [minutesOf(match[3], match[4]), minutesOf(match[5], match[6])];
  if (first < 0 || last < 0 || start >= end || end > DAY_MINUTES) return undefined;
  const count = ((last - first + 7) % 7) + 1;
  return {
    weekdays: Array.from({ length: count }, (_, index) => (first + index) % 7),
    interval: { start: start * MINUTE, end: end * MINUTE },
  };
};

/** Hours as people read them: `Mon–Fri 09:00–18:00, Sat 10:00–17:00`. */
export const describeHours = (hours: readonly string[]): string =>
  hours
    .map((text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replaceAll('-', '–'))
    .join(', ');
