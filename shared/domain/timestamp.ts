const RFC_3339_DATE_TIME =
  /^\d{4}-(\d{2})-(\d{2})[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Days in the month of a proleptic Gregorian date; 0 for a month that does not exist. */
const daysInMonth = (year: number, month: number): number =>
  // The calendar repeats every 400 years; Date.UTC takes years below 100 for those of the 20th century.
  month < 1 || month > 12 ? 0 : new Date(Date.UTC(year + 400, month, 0)).getUTCDate();

/**
 * Reads an RFC 3339 date-time and returns it in the one form that the service stores and sorts by:
 * UTC with milliseconds, `2026-01-31T09:30:00.000Z`.
 *
 * A finer fraction than milliseconds is refused rather than cut off, because a cut-off bound would
 * include or exclude records that the caller did not mean. Returns `undefined` for anything else.
 */
export const parseTimestamp = (text: string): string | undefined => {
  const match = RFC_3339_DATE_TIME.exec(text);
  if (match === null) return undefined;
  // Date.parse rolls 30 February over into March; a date that does not exist is a mistake to report.
  if (Number(match[2]) < 1 || Number(match[2]) > daysInMonth(Number(text.slice(0, 4)), Number(match[1]))) {
    return undefined;
  }
  const milliseconds = Date.parse(text.toUpperCase());
  if (Number.isNaN(milliseconds)) return undefined;
  const canonical = new Date(milliseconds).toISOString();
  // An offset can push a date out of the four-digit years, which sort as text.
  return canonical.length === 24 ? canonical : undefined;
};

/** The current time in the form that {@link parseTimestamp} returns. */
export const timestampOf = (date: Date): string => date.toISOString();
