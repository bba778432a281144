import { externalIdOf, hasLostDigits } from '../values/external-id.ts';
import { isPlaceholder } from '../values/placeholder.ts';
import { visibleText } from '../values/visible-text.ts';
import { ReadingError } from './reading-error.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { LANGUAGE_CODES, plainWords, wordsOfAll } from './words.ts';

/** The trimmed text, or null if it is blank. */
export const textOf = (cell: string): string | null => {
  const text = cell.trim();
  return text === '' ? null : text;
};

const NO_VALUE = wordsOfAll(({ noValue }) => noValue);

/** The text of a value that identifies, or is dialed or compared; null if there is none. */
export const identifierText = (cell: string): string | null => {
  const text = visibleText(cell);
  if (text === '' || isPlaceholder(text)) return null;
  return text.length <= 24 && NO_VALUE.has(plainWords(text)) ? null : text;
};

/** The name of a company as it is written; null for a blank and for a placeholder. */
const companyNameOf = (cell: string): string | null => (identifierText(cell) === null ? null : cell.trim());

const NO_EMPLOYER = wordsOfAll(({ noEmployer }) => noEmployer);

/** The name of an employer; null as well for a text such as `self-employed`, which many people share. */
export const employerOf = (cell: string): string | null => {
  const name = companyNameOf(cell);
  return name === null || NO_EMPLOYER.has(plainWords(name)) ? null : name;
};

const COMPANIES = wordsOfAll(({ companies }) => companies);
const YES = wordsOfAll(({ yes }) => yes);
const NO = wordsOfAll(({ no }) => no);

export const booleanOf = (field: string, cell: string): boolean | null => {
  const text = plainWords(cell);
  if (text === '') return null;
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  throw new ReadingError(
    `${field}: "${cell}" is neither true nor false (allowed: true, false, yes, no, 1, 0, checked, unchecked)`,
  );
};

const CHOICES = new Map<string, ReadonlySet<string>>();
const wordsFor = (option: string): ReadonlySet<string> => {
  const words = CHOICES.get(option) ?? wordsOfAll(({ choices }) => [option, ...(choices?.[option] ?? [])]);
  CHOICES.set(option, words);
  return words;
};

/** The option that a cell names, in any spelling and language; null for a blank. */
export const choiceOf = (field: string, cell: string, options: readonly string[]): string | null => {
  const text = plainWords(cell);
  if (text === '') return null;
  const option = options.find((each) => wordsFor(each).has(text));
  if (option !== undefined) return option;
  throw new ReadingError(`${field}: "${cell.trim()}" is none of ${options.join(', ')}`);
};

/** Whether a cell says that its record is a company: `TRUE` of `Is a Company`, `Company` of its type. */
export const saysCompany = (cell: string): boolean => {
  const text = plainWords(cell);
  return YES.has(text) || COMPANIES.has(text);
};

/** The JSON of a cell, also as Python prints it; undefined for a cell that is none. */
const jsonOf = (cell: string): unknown => {
  if (!/^(?:\[.*\]|\{.*\})$/s.test(cell)) return undefined;
  const asJson = cell.includes('"')
    ? cell
    : cell
        .replaceAll("'", '"')
        .replaceAll(/\bNone\b/g, 'null')
        .replaceAll(/\b(True|False)\b/g, '"$1"');
  try {
    return JSON.parse(asJson);
  } catch {
    return undefined;
  }
};

/** The next element of a list, in quotes or not, with the separator after it. */
const ELEMENT = /\s*"((?:[^"]|"")*)"\s*(:::|[;,|]|$)|([^";,|]*?)(:::|[;,|]|$)/y;

/** The elements of a list with quotes, `"a","b, c",d`; undefined for quotes around less than an element. */
const quotedElements = (cell: string): readonly string[] | undefined => {
  const elements: string[] = [];
  ELEMENT.lastIndex = 0;
  for (;;) {
    const match = ELEMENT.exec(cell);
    if (match === null) return undefined;
    const [, quoted, afterQuoted, plain = '', afterPlain] = match;
    elements.push(quoted?.replaceAll('""', '"') ?? plain);
    if ((afterQuoted ?? afterPlain) === '') return elements;
  }
};

/** Separators of SharePoint, Access and Oracle: `a;#b`, `a##b`, `^a^,^b^`, and control characters. */
const MARKED = /;#(?:\d+;#)?|##|\^,\^|(?![\t\n\r])\p{Cc}/u;

/**
 * The elements of a cell that is a JSON array (or object), or a list of quoted or marked values; undefined
 * for any other cell.
 */
export const listedValues = (cell: string): readonly unknown[] | undefined => {
  const json = jsonOf(cell);
  if (json !== undefined) return Array.isArray(json) ? json : [json];
  if (MARKED.test(cell)) return cell.replaceAll(/^[;^#]+|[;^#]+$/g, '').split(MARKED);
  return cell.includes('"') ? quotedElements(cell) : undefined;
};

/** Lists as databases print them: `{a,b}`, `[a, b]`. */
const BRACKETS = /^[[{]([^[\]{}":]*)[\]}]$/;

const ELEMENT_NAMES = ['name', 'label', 'value', 'title', 'id'];

/**
 * The values of a cell that holds several, in any form of list, without blank ones and without the quotes.
 *
 * @param separator of values without quotes
 */
export const listOfCell = (cell: string, separator: RegExp = /:::|[;,|\n]/): readonly string[] => {
  const text = cell.trim();
  const listed = listedValues(text)?.map((value) => textOfListed(value, ELEMENT_NAMES));
  const values = listed ?? (BRACKETS.exec(text)?.[1] ?? text).split(separator);
  return values.map((value) => value.trim()).filter((value) => value !== '');
};

/** The text of an element of a list: itself, what an object has under one of these names, or JSON. */
export const textOfListed = (value: unknown, names: readonly string[]): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const entries = Object.entries(Object(value));
  const named = names.map((name) => entries.find(([each]) => each === name)?.[1]);
  return (
    named.find((text) => typeof text === 'string') ?? (entries.length === 0 ? '' : JSON.stringify(value))
  );
};

/**
 * An id of the source; null if there is none.
 *
 * @throws ReadingError for one that lost digits, because records would share it
 */
export const sourceIdOf = (field: string, text: string): string | null => {
  if (!hasLostDigits(text)) return externalIdOf(text);
  throw new ReadingError(
    `${field}: "${text.trim()}" lost digits in a spreadsheet; export the ids as text, such as 100123456789`,
  );
};

const numberOf = (text: string): number | undefined => {
  const digits = text.replaceAll(/[\s'’]/g, '');
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits)) return Number(digits);
  // Indian amounts group two digits: `12,34,567`.
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(digits) || /^-?\d{1,2}(,\d{2})+,\d{3}$/.test(digits)) {
    return Number(digits.replaceAll(',', ''));
  }
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(digits) || /^-?(?:0|[1-9]\d*),\d+$/.test(digits)) {
    return Number(digits.replaceAll('.', '').replace(',', '.'));
  }
  return undefined;
};

/**
 * Units by their power of ten. A `billion` or `mil` means another one in other languages: only English
 * `billion` is read.
 */
const UNITS: readonly (readonly [power: number, words: string])[] = [
  [3, 'k thousand tsd'],
  [5, 'lakh'],
  [6, 'm mm mn mio million millions millionen millones milhões milioni miljoen'],
  [7, 'crore'],
  [9, 'b bn billion mrd mld milliarde milliarden milliard milliards miljard miliardi'],
];
const POWERS = new Map(
  UNITS.flatMap(([power, words]) => words.split(' ').map((word) => [word, power] as const)),
);
const ABBREVIATED = new RegExp(`^(.*\\d)\\s*(${[...POWERS.keys()].join('|')})\\.?$`, 'i');

/** Units of languages with decimal commas, in which `2.500` is 2,500. */
const COMMA_UNIT = /^(?:tsd|mio|millionen|millones|milhões|milioni|miljoen|mrd|mld|mill?i?ard.*|miljard)$/i;

/** `250.000` is 250 in one country and a quarter of a million in another; `0.125` is the same in both. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** `2,500 million` are 2.5 million or 2.5 billion. */
const AMBIGUOUS_COMMA = /^-?[1-9]\d{0,2},\d{3}$/;

/** `(1,200)`, `1,200-` and `−1,200` are negative. */
const withLeadingSign = (text: string): string => {
  const positive = /^\((.+)\)$/.exec(text)?.[1] ?? /^([^-−]+)[-−]$/.exec(text)?.[1];
  return positive === undefined ? text.replace(/^−/, '-') : `-${positive.trim()}`;
};

/** `1234.5`, `1.234,5`, `1 234`, `1.2M`, `(1,200)`; undefined for anything else. Never a negative zero. */
const parseNumber = (text: string): number | undefined => {
  const [, digits = text, unit = ''] = ABBREVIATED.exec(text) ?? [];
  if (AMBIGUOUS.test(digits) && (unit === '' || COMMA_UNIT.test(unit))) return undefined;
  if (AMBIGUOUS_COMMA.test(digits) && unit !== '') return undefined;
  const number = numberOf(digits);
  if (number === undefined || number === 0) return number === 0 ? 0 : undefined;
  const power = POWERS.get(unit.toLowerCase());
  // A multiplication would make 1,100,000.0000000001 of 1.1M.
  return power === undefined ? number : Number(`${number}e${power}`);
};

export const integerOf = (field: string, cell: string): number | null => {
  const text = cell.trim();
  if (text === '') return null;
  const number = parseNumber(text);
  if (number === undefined || !Number.isSafeInteger(number)) {
    throw new ReadingError(`${field}: "${cell}" is not a whole number`);
  }
  return number;
};

/** `11-50`, `11 – 50`, `11 to 50` or `10,001+`. */
const RANGE = /^(.*?\d\s*[km]?)\s*(?:[-–—]|to|bis|à|a|tot)\s*(\d.*)$|^(.*?)\s*\+$/i;

const EMPLOYEES =
  /\s*(?:employees|people|mitarbeiter(?:\*innen)?|mitarbeitende|beschäftigte|employés|salariés|empleados|funcionários|colaboradores|dipendenti|medewerkers|werknemers)$/i;

/** Spreadsheets make dates of `1-10` and `11-50`. */
const DATE =
  /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:[ T].*)?$|^\d{1,2}([./-])\d{1,2}\1\d{2,4}$|\p{L}{3,}-\d|\d-\p{L}{3,}/u;

/**
 * A number of people, of which sources often give a range.
 *
 * @returns the number, or the lower bound of a range, and whether it is one
 */
export const headcountOf = (field: string, cell: string): { count: number | null; isRange: boolean } => {
  const text = cell.trim().replace(EMPLOYEES, '');
  if (DATE.test(text)) {
    throw new ReadingError(
      `${field}: "${cell}" is a date; a spreadsheet may have converted a range such as 11-50`,
    );
  }
  const [, from, to, atLeast] = RANGE.exec(text) ?? [];
  const lowest = from ?? atLeast;
  if (lowest === undefined) return { count: integerOf(field, cell.replace(EMPLOYEES, '')), isRange: false };
  const number = parseNumber(lowest);
  const highest = to === undefined ? Number.POSITIVE_INFINITY : parseNumber(to.replace(/\s*\([^\d]*\)$/, ''));
  if (number === undefined || !Number.isSafeInteger(number) || number < 0 || (highest ?? -1) < number) {
    throw new ReadingError(`${field}: "${cell}" is neither a whole number nor a range such as 11-50`);
  }
  return { count: number, isRange: true };
};

const CURRENCY_SIGNS: Readonly<Record<string, string>> = vocabulary.currencySigns;
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'));
const inWords = (languages: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'currency' });
      return [...CURRENCY_CODES].map((code) => [plainWords(names.of(code) ?? code), code] as const);
    }),
  );
let currencyNames: ReadonlyMap<string, string> | undefined;

/**
 * The ISO 4217 code of a currency, from its code, sign or name: `usd`, `€`, `US Dollar`; null for a blank.
 *
 * @throws ReadingError for anything else, such as `$`, which does not say whose dollars
 */
export const currencyOf = (field: string, cell: string): string | null => {
  const text = identifierText(cell);
  if (text === null) return null;
  const code = CURRENCY_SIGNS[text] ?? text.toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) return code;
  currencyNames ??= inWords(LANGUAGE_CODES);
  const name = plainWords(text);
  const known = currencyNames.get(name) ?? currencyNames.get(name.replace(/s$/, ''));
  if (known !== undefined) return known;
  throw new ReadingError(`${field}: "${cell}" is not a currency such as EUR, € or US Dollar`);
};

/** An amount of money, with the currency if the cell names one: `€1.234,50`, `1,200 USD`, `$1.2M`. */
export const amountOf = (field: string, cell: string): { amount: number | null; currency?: string } => {
  const text = cell.trim();
  if (text === '') return { amount: null };
  const signed = withLeadingSign(text);
  const sign = signed.startsWith('-') ? '-' : '';
  const match = /^([A-Z]{3}|[A-Z]{0,3}\p{Sc})?\s*(.+?)\s*([A-Z]{3}|\p{Sc})?$/u.exec(
    signed.slice(sign.length).trim(),
  );
  const amount = parseNumber(sign + withLeadingSign(match?.[2] ?? ''));
  if (amount === undefined)
    throw new ReadingError(`${field}: "${cell}" is not an amount such as 1250000 or $1.2M`);
  const code = match?.[1] ?? match?.[3];
  const currency = code === undefined ? undefined : (CURRENCY_SIGNS[code] ?? code);
  // A dollar sign alone does not say whose dollars.
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : { amount };
};

const TIME_ZONES = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]));

/** Restores time zone names that exports respell (`america_slash_new_york`). */
export const timeZoneOf = (cell: string): string | null => {
  const text = textOf(cell);
  if (text === null) return null;
  const spelling = text.replaceAll('_slash_', '/').replaceAll(' ', '_');
  return TIME_ZONES.get(spelling.toLowerCase()) ?? text;
};
