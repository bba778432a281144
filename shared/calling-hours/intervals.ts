/** Half-open: `end` is the first moment after it. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The parts that are in both lists, which are sorted and without overlaps. */
export const intersect = (one: readonly Interval[], other: readonly Interval[]): readonly Interval[] => {
  const common: Interval[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [one[i], other[j]];
    if (a === undefined || b === undefined) return common;
    const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
    if (start < end) common.push({ start, end });
    if (a.end < b.end) i++;
    else j++;
  }
};

/** Sorts intervals, and joins those that overlap or touch. */
export const join = (intervals: readonly Interval[]): readonly Interval[] => {
  const joined: Interval[] = [];
  for (const next of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || last.end < next.start) joined.push(next);
    else joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
  }
  return joined;
};

/** The interval that contains an instant. */
export const containing = (intervals: readonly Interval[], instant: number): Interval | undefined =>
  intervals.find(({ start, end }) => start <= instant && instant < end);

/** The first moment at or after an instant that is in an interval. */
export const firstFrom = (intervals: readonly Interval[], instant: number): number | undefined => {
  const interval = intervals.find(({ end }) => end > instant);
  return interval === undefined ? undefined : Math.max(interval.start, instant);
};
