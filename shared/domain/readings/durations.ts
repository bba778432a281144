import { ReadingError } from './reading-error.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { plainWords } from './words.ts';

/** Seconds by the words for a unit, in all languages. Some systems have their own unit in a column's name. */
const UNITS = new Map(
  Object.entries(vocabulary.durations).flatMap(([seconds, words]) =>
    words.map((word) => [plainWords(word), Number(seconds)] as const),
  ),
);

/** Words for units, as names of columns have them. */
export const DURATION_UNITS: readonly string[] = [...UNITS.keys()];

const ISO = /^PT?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/i;
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,]\d+)?$/;
/** A clock without seconds, as the name of its column says: `Duration (HH:MM)`. */
const WITHOUT_SECONDS = /\bhh?:mm\b(?!:s)/i;
const NUMBER = /^\d+(?:[.,]\d+)?$/;
const PARTS = /(\d+(?:[.,]\d+)?)\s*(\p{L}+)\.?/gu;

const numberOf = (text = '0'): number => Number(text.replace(',', '.'));

/** The unit that the name of a column names, in seconds: 60 for `Talk time (min)`, else 1. */
const unitOf = (column: string): number => {
  const plain = plainWords(column.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const words = plain.split(/[^\p{L}]+/u).reverse();
  return UNITS.get(plain) ?? words.map((word) => UNITS.get(word)).find((unit) => unit !== undefined) ?? 1;
};

const secondsIn = (text: string, column: string): number | undefined => {
  if (NUMBER.test(text)) return numberOf(text) * unitOf(column);
  const [clock, hours, minutes, seconds] = CLOCK.exec(text) ?? [];
  if (clock !== undefined) {
    const inUnits = (numberOf(hours) * 60 + numberOf(minutes)) * 60 + numberOf(seconds);
    return hours === undefined && WITHOUT_SECONDS.test(column) ? inUnits * 60 : inUnits;
  }
  const [iso, ...parts] = /\d/.test(text) ? (ISO.exec(text) ?? []) : [];
  if (iso !== undefined) return parts.reduce((sum, part, at) => sum + numberOf(part) * 60 ** (2 - at), 0);
  const named = [...text.matchAll(PARTS)].map(
    ([, number, unit = '']) => [number, UNITS.get(plainWords(unit))] as const,
  );
  const isAll = text.replaceAll(PARTS, '').trim() === '' && named.every(([, unit]) => unit !== undefined);
  return named.length > 0 && isAll
    ? named.reduce((sum, [number, unit = 0]) => sum + numberOf(number) * unit, 0)
    : undefined;
};

/**
 * A duration in whole seconds: `312`, `5:12`, `00:05:12`, `5m 12s`, `5 min`, `PT5M12S`; null for a blank.
 * A number alone is in the unit that the name of its column names, else in seconds.
 *
 * @throws ReadingError for anything else
 */
export const secondsOf = (field: string, cell: string, column: string): number | null => {
  const text = cell.trim();
  if (text === '') return null;
  const seconds = secondsIn(text, column);
  if (seconds !== undefined && Number.isSafeInteger(Math.round(seconds))) return Math.round(seconds);
  throw new ReadingError(`${field}: "${text}" is not a duration such as 312, 5:12, 00:05:12 or 5m 12s`);
};
