import { parseTimestamp } from '../domain/timestamp.ts';
import { RowError } from './rejected-row.ts';

const TRUE = new Set(['true', 'yes', 'y', '1', 'x', 'on']);
const FALSE = new Set(['false', 'no', 'n', '0', 'off']);

const CURRENCY_SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };

/** The text without outer white space, or null if nothing is left. */
export const textOf = (cell: string): string | null => {
  const text = cell.trim();
  return text === '' ? null : text;
};

export const booleanOf = (field: string, cell: string): boolean | null => {
  const text = cell.trim().toLowerCase();
  if (text === '') return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new RowError(`${field}: "${cell}" is neither true nor false (allowed: true, false, yes, no, 1, 0)`);
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?\s?(Z|[+-]\d{2}:?\d{2})?$/i;

const offsetOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
};

/**
 * Reads an ISO 8601 date or date-time; without an offset it is taken as UTC, and finer fractions than
 * milliseconds are cut off. Returns the stored form (UTC with milliseconds).
 */
export const timestampOfCell = (field: string, cell: string): string | null => {
  const text = cell.trim();
  if (text === '') return null;
  const match = DATE_TIME.exec(text);
  let timestamp: string | undefined;
  if (DATE.test(text)) {
    timestamp = parseTimestamp(`${text}T00:00:00Z`);
  } else if (match !== null) {
    const [, date, minutes, seconds = ':00', fraction = '0', zone] = match;
    timestamp = parseTimestamp(`${date}T${minutes}${seconds}.${fraction.slice(0, 3)}${offsetOf(zone)}`);
  }
  if (timestamp === undefined) {
    throw new RowError(
      `${field}: "${cell}" is not a date or time such as 2026-01-31 or 2026-01-31T09:30:00Z`,
    );
  }
  return timestamp;
};

const numberOf = (text: string): number | undefined => {
  const digits = text.replaceAll(/[\s'’]/g, '');
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits)) return Number(digits);
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(digits) || /^-?\d+,\d+$/.test(digits)) {
    return Number(digits.replaceAll('.', '').replace(',', '.'));
  }
  return undefined;
};

/** `1234.5`, `1,234.5`, `1.234,5`, `1 234`; undefined for anything else. Never a negative zero. */
const parseNumber = (text: string): number | undefined => {
  const number = numberOf(text);
  return number === 0 ? 0 : number;
};

export const integerOf = (field: string, cell: string): number | null => {
  const text = cell.trim();
  if (text === '') return null;
  const number = parseNumber(text);
  if (number === undefined || !Number.isSafeInteger(number)) {
    throw new RowError(`${field}: "${cell}" is not a whole number`);
  }
  return number;
};

/** An amount of money, with the currency that the cell names itself: `€1.234,50`, `1,200 USD`, `1200`. */
export const amountOf = (field: string, cell: string): { amount: number | null; currency?: string } => {
  const text = cell.trim();
  if (text === '') return { amount: null };
  const match = /^([A-Z]{3}|\p{Sc})?\s*([^A-Z\p{Sc}]+?)\s*([A-Z]{3}|\p{Sc})?$/u.exec(text);
  const amount = parseNumber(match?.[2] ?? '');
  if (amount === undefined) throw new RowError(`${field}: "${cell}" is not an amount such as 1250000`);
  const sign = match?.[1] ?? match?.[3];
  const currency = sign === undefined ? undefined : (CURRENCY_SIGNS[sign] ?? sign);
  // A dollar sign alone does not say whose dollars.
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : { amount };
};

/** The parts of a cell that holds several values, without the blank ones. */
export const partsOf = (cell: string, separator: RegExp = /[;,\n]/): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const TIME_ZONES = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]));

/** Restores the spelling of time zone names that exports change (`america_slash_new_york`). */
export const timeZoneOf = (cell: string): string | null => {
  const text = textOf(cell);
  if (text === null) return null;
  const spelling = text.replaceAll('_slash_', '/').replaceAll(' ', '_');
  return TIME_ZONES.get(spelling.toLowerCase()) ?? text;
};
