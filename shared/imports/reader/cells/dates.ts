import { IMPORT_DATE_ORDERS } from '../../../contract/imports/import-limits.ts';
import { parseTimestamp } from '../../../domain/timestamp.ts';
import { RowError } from '../drafts/row-error.ts';

/** The order of day and month in a numeric date: `31/1/2026` or `1/31/2026`. */
export const DATE_ORDERS = IMPORT_DATE_ORDERS;
export type DateOrder = (typeof DATE_ORDERS)[number];

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const NUMERIC_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const MONTH_FIRST = /^(\p{L}{3,9})\.? (\d{1,2}),? (\d{4})$/u;
const DAY_FIRST = /^(\d{1,2})\.?[ -](\p{L}{3,9})\.?,?[ -](\d{4})$/u;
const TIME =
  /^(.*?\d{4}(?:-\d{2}-\d{2})?)(?:T|,?\s+)(\d{1,2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?\s?([AP]M)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

const isoDate = (year = '', month: number | string = '', day = ''): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Returns the month from 1, and 0, which no date has, for any other word. */
const monthOf = (name = ''): number => MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

const dateOf = (text: string, order: DateOrder | undefined): string | undefined => {
  if (ISO_DATE.test(text)) return text;
  const numeric = NUMERIC_DATE.exec(text);
  if (numeric !== null) {
    const [, first, , second, year] = numeric;
    if (order === undefined) return undefined;
    return order === 'dmy' ? isoDate(year, second, first) : isoDate(year, first, second);
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) return isoDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return isoDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  return undefined;
};

/** 24-hour `hh:mm`, or undefined for an hour that a 12-hour clock does not have. */
const hoursAndMinutes = (time: string, half: string | undefined): string | undefined => {
  const [hours = '', minutes = ''] = time.split(':');
  if (half === undefined) return `${hours.padStart(2, '0')}:${minutes}`;
  const hour = Number(hours);
  if (hour < 1 || hour > 12) return undefined;
  const afternoon = half.toLowerCase() === 'pm' ? 12 : 0;
  return `${String((hour % 12) + afternoon).padStart(2, '0')}:${minutes}`;
};

const offsetOf = (zone: string | undefined): string => {
  if (zone === undefined || /^(?:Z|UTC)$/i.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
};

/** A day since 1900, from 1927 to 2064, as a spreadsheet exports it from a column of numbers. */
const SPREADSHEET_DAY = /^[1-5]\d{4}(?:\.\d+)?$/;

/** Longer than any date. */
const MAX_LENGTH = 64;

const parse = (text: string, order: DateOrder | undefined): string | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  const match = TIME.exec(text);
  const date = dateOf(match?.[1] ?? text, order);
  if (date === undefined) return undefined;
  const [, , time = '00:00', seconds = ':00', fraction = '0', half, zone] = match ?? [];
  const clock = hoursAndMinutes(time, half);
  return clock === undefined
    ? undefined
    : parseTimestamp(`${date}T${clock}${seconds}.${fraction.slice(0, 3)}${offsetOf(zone)}`);
};

/** The orders in which a cell can be read as a date; none for a cell that holds no numeric date. */
export const possibleDateOrders = (cell: string): readonly DateOrder[] => {
  const text = cell.trim();
  if (text.length > MAX_LENGTH) return [];
  if (!NUMERIC_DATE.test(TIME.exec(text)?.[1] ?? text)) return [];
  return DATE_ORDERS.filter((order) => parse(text, order) !== undefined);
};

/** Whether a cell is a date or time in any of the forms that {@link timestampOfCell} reads. */
export const looksLikeDate = (cell: string): boolean =>
  parse(cell.trim(), undefined) !== undefined || possibleDateOrders(cell).length > 0;

/**
 * Reads a date with or without a time: ISO 8601, `Jan 31, 2026 9:30 AM`, `31 January 2026`, and, if the order
 * of day and month is known, `31/1/2026`. Without an offset the time is UTC; fractions finer than
 * milliseconds are truncated.
 *
 * @returns the stored form (UTC with milliseconds), or null for a blank cell
 * @throws RowError for anything else, naming the field
 */
export const timestampOfCell = (
  field: string,
  cell: string,
  order?: DateOrder | undefined,
): string | null => {
  const text = cell.trim();
  if (text === '') return null;
  const timestamp = parse(text, order);
  if (timestamp !== undefined) return timestamp;
  if (order === undefined && possibleDateOrders(text).length > 0) {
    throw new RowError(
      `${field}: "${cell}" is ambiguous or does not fit the other dates of its column; ` +
        '--date-format dmy or mdy decides',
    );
  }
  if (SPREADSHEET_DAY.test(text)) {
    throw new RowError(
      `${field}: "${cell}" is the number of a day in a spreadsheet: ` +
        'format the column as dates, and export it again',
    );
  }
  throw new RowError(
    `${field}: "${cell}" is not a date or time such as 2026-01-31, 2026-01-31T09:30:00Z or Jan 31, 2026 ` +
      '9:30 AM',
  );
};
