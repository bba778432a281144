/** Allows a space before time and offset, as Rust's chrono prints it and RFC 3339, section 5.6, permits. */
const RFC_3339_DATE_TIME =
  /^(\d{4}-(\d{2})-(\d{2}))[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))? ?([Zz]|[+-]\d{2}:\d{2})$/;

/** The number of days in a month of the proleptic Gregorian calendar; 0 for an invalid month. */
const daysInMonth = (year: number, month: number): number =>
  // Date.UTC maps years below 100 to the 20th century, and the calendar repeats every 400 years.
  month < 1 || month > 12 ? 0 : new Date(Date.UTC(year + 400, month, 0)).getUTCDate();

/**
 * Normalizes an RFC 3339 date-time to the stored form, which sorts by time: UTC with milliseconds,
 * `2026-01-31T09:30:00.000Z`. Fractions finer than milliseconds are truncated, because many clients format
 * microseconds or nanoseconds. Returns `undefined` for anything else.
 */
export const parseTimestamp = (text: string): string | undefined => {
  const match = RFC_3339_DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date = '', month, day, time = '', fraction = '0', offset = ''] = match;
  // Date.parse rolls 30 February over into March.
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(text.slice(0, 4)), Number(month))) return undefined;
  const milliseconds = Date.parse(`${date}T${time}.${fraction.slice(0, 3)}${offset}`.toUpperCase());
  if (Number.isNaN(milliseconds)) return undefined;
  const canonical = new Date(milliseconds).toISOString();
  // An offset can move a date out of the four-digit years, and other years do not sort as text.
  return canonical.length === 24 ? canonical : undefined;
};

/** The current time in the form that {@link parseTimestamp} returns. */
export const timestampOf = (date: Date): string => date.toISOString();
