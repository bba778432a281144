import { parseTimestamp } from '../timestamp.ts';
import { ReadingError } from './reading-error.ts';
import { LANGUAGES, plainWords } from './words.ts';

/** The order of day and month in a numeric date: `31/1/2026` or `1/31/2026`. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})$|^(\d{4})年(\d{1,2})月(\d{1,2})日$/;
const NUMERIC_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const MONTH_FIRST = /^(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})$/u;
const DAY_FIRST = /^(\d{1,2})\.?[ -](?:de )?(\p{L}{3,12})\.?,?[ -](?:de )?(\d{4})$/u;
/** The clock after a date; its zone as an offset or an abbreviation of Europe. */
const TIME =
  /^(.*?(?:\d{4}|日)(?:([-/.]?)\d{2}\2\d{2})?)(?:T|,?\s+)(\d{1,2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))?\s?([AP]\.?M\.?)?\s?(Z|(?:UTC|GMT)?(?:[+-]\d{2}:?\d{2})?|CES?T|WES?T|BST)?$/i;
/** What stands around a date: the name of the day before it, the name of the zone after its offset. */
const AROUND = /^\p{L}{2,12}\.?,? (?=\p{L}{3,12}\.? \d|\d{1,2}\.? \p{L})|\s*(?:\[[\w/+-]+\]|\([^()]*\))$/gu;
const OFFSETS: Readonly<Record<string, string>> = {
  cet: '+01:00',
  cest: '+02:00',
  bst: '+01:00',
  west: '+01:00',
};

/** Months by name, and by each abbreviation of at least three letters that no other month has. */
const MONTHS = (() => {
  const months = new Map<string, number>();
  const shared = new Set<string>();
  for (const names of LANGUAGES.map((language) => language.months ?? [])) {
    for (const [index, name] of names.entries()) {
      for (const whole of name.split('|').map(plainWords)) {
        for (let length = 3; length <= whole.length; length++) {
          const start = whole.slice(0, length);
          if ((months.get(start) ?? index + 1) !== index + 1 && length < whole.length) shared.add(start);
          months.set(start, index + 1);
        }
      }
    }
  }
  for (const start of shared) months.delete(start);
  return months;
})();
const monthOf = (name = ''): number => MONTHS.get(plainWords(name)) ?? 0;

const isoDate = (year = '', month: number | string = '', day = ''): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

const dateOf = (text: string, order: DateOrder | undefined): string | undefined => {
  const [, year, , month, day, ...japanese] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return isoDate(year, month, day);
  if (japanese[0] !== undefined) return isoDate(japanese[0], japanese[1], japanese[2]);
  const numeric = NUMERIC_DATE.exec(text);
  if (numeric !== null) {
    const [, first, , second, last] = numeric;
    if (order === undefined) return undefined;
    return order === 'dmy' ? isoDate(last, second, first) : isoDate(last, first, second);
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null) return isoDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const dayFirst = DAY_FIRST.exec(text);
  return dayFirst === null ? undefined : isoDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
};

/** 24-hour `hh:mm`, or undefined for an hour that a 12-hour clock does not have. */
const hoursAndMinutes = (time: string, half: string | undefined): string | undefined => {
  const [hours = '', minutes = ''] = time.split(':');
  if (half === undefined) return `${hours.padStart(2, '0')}:${minutes}`;
  const hour = Number(hours);
  if (hour < 1 || hour > 12) return undefined;
  return `${String((hour % 12) + (/^p/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minutes}`;
};

const offsetOf = (zone = ''): string => {
  const [, hours, minutes] = /([+-]\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return hours === undefined ? (OFFSETS[zone.toLowerCase()] ?? 'Z') : `${hours}:${minutes}`;
};

/** A day since 1900, from 1927 to 2064, as a spreadsheet exports it from a column of numbers. */
const SPREADSHEET_DAY = /^[1-5]\d{4}(?:\.\d+)?$/;
/** What databases and spreadsheets print for no date. */
const NO_DATE = /^(?:0000-00-00|1900-01-00|1899-12-3[01]|00[./]0?1[./]1900|1\/0\/1900)(?:[ T].*)?$/;
/** No record is of a year such as 9999, which stands for "never". */
const LAST_YEAR = '2100';
/** Milliseconds since 1970, from 2001 to 2286. */
const EPOCH = /^1\d{12}$/;
/** The year of `31-Jan-26` is of this century, unless that is in the future. */
const SHORT_YEAR = /^(\d{1,2}[ -]\p{L}{3,12}\.?[ -])(\d{2})$/u;

/** Longer than any date. */
const MAX_LENGTH = 64;

const parse = (given: string, order: DateOrder | undefined): string | undefined => {
  if (given.length > MAX_LENGTH) return undefined;
  if (EPOCH.test(given)) return new Date(Number(given)).toISOString();
  const text = given.replaceAll(AROUND, '').replace(SHORT_YEAR, '$120$2');
  // As JavaScript prints it: `Sat Jan 31 2026 09:30:00 GMT+0100`.
  const match = TIME.exec(text);
  const date = dateOf(match?.[1] ?? text, order);
  if (date === undefined || date >= LAST_YEAR) return undefined;
  const [, , , time = '00:00', seconds = ':00', fraction = '0', half, zone] = match ?? [];
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
  !/^\d+$/.test(cell) && (parse(cell.trim(), undefined) !== undefined || possibleDateOrders(cell).length > 0);

/**
 * Reads a date with or without a time, in the forms of {@link dateOf}; numeric ones if the order of day and
 * month is known. Without an offset the time is UTC; fractions finer than milliseconds are truncated.
 *
 * @returns the stored form (UTC with milliseconds), or null for a blank cell
 * @throws ReadingError for anything else, naming the field
 */
export const timestampOfCell = (
  field: string,
  cell: string,
  order?: DateOrder | undefined,
): string | null => {
  const text = cell.trim();
  if (text === '' || NO_DATE.test(text)) return null;
  const timestamp = parse(text, order);
  if (timestamp !== undefined) return timestamp;
  if (order === undefined && possibleDateOrders(text).length > 0) {
    throw new ReadingError(
      `${field}: "${cell}" is ambiguous or does not fit the other dates of its column; ` +
        '--date-format dmy or mdy decides',
    );
  }
  if (SPREADSHEET_DAY.test(text)) {
    throw new ReadingError(
      `${field}: "${cell}" is the number of a day in a spreadsheet: ` +
        'format the column as dates, and export it again',
    );
  }
  throw new ReadingError(
    `${field}: "${cell}" is not a date or time such as 2026-01-31, 2026-01-31T09:30:00Z or Jan 31, 2026 ` +
      '9:30 AM',
  );
};
