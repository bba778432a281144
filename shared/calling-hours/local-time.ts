import type { Interval } from './intervals.ts';

export const DAY = 24 * 60 * 60 * 1_000;

/** Records may spell a time zone in upper and lower case at will, so the number of names has no limit. */
const MAX_FORMATTERS = 1_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes some hundred times as long as using it. */
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(timeZone, created);
  return created;
};

/** Whether the runtime knows a time zone. */
export const isKnownTimeZone = (timeZone: string): boolean => {
  try {
    formatterOf(timeZone);
    return true;
  } catch {
    return false;
  }
};

/** How far local time is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (timeZone: string, instant: number): number => {
  const [month, day, year, hour, minute, second] = (
    formatterOf(timeZone).format(instant).match(/\d+/g) ?? []
  ).map(Number) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
};

/** No time zone changes its offset twice within a week. */
const STEP = 7 * DAY;

/** A period with one offset from UTC. */
export interface OffsetPeriod extends Interval {
  readonly offset: number;
}

/** The first instant after `start` whose offset is not that of `start`. */
const changeBetween = (timeZone: string, start: number, end: number): number => {
  const before = offsetAt(timeZone, start);
  let [low, high] = [start, end];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timeZone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
};

/**
 * The periods between changes of a time zone's offset. Within each, local time is a sum, so that hours are
 * exact on days that are longer, shorter or missing.
 */
export const offsetPeriods = (timeZone: string, { start, end }: Interval): readonly OffsetPeriod[] => {
  const periods: OffsetPeriod[] = [];
  let [from, offset] = [start, offsetAt(timeZone, start)];
  for (let at = start; at < end; ) {
    const next = Math.min(at + STEP, end);
    const nextOffset = offsetAt(timeZone, next);
    if (nextOffset !== offset) {
      const change = changeBetween(timeZone, at, next);
      periods.push({ start: from, end: change, offset });
      [from, offset] = [change, nextOffset];
    }
    at = next;
  }
  if (from < end) periods.push({ start: from, end, offset });
  return periods;
};
