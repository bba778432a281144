import { RowError } from '../drafts/row-error.ts';

/** Words for yes in English, German, French, Spanish, Portuguese, Italian and Dutch. */
const TRUE = new Set(
  'true yes y t 1 x on checked wahr ja j vrai oui verdadero sí si s verdadeiro sim vero sì waar ✓ ✔'.split(
    ' ',
  ),
);
const FALSE = new Set(
  'false no n f 0 off unchecked falsch nein faux non falso não nao onwaar nee'.split(' '),
);

const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  US$: 'USD',
};

/** The trimmed text, or null if it is blank. */
export const textOf = (cell: string): string | null => {
  const text = cell.trim();
  return text === '' ? null : text;
};

export const booleanOf = (field: string, cell: string): boolean | null => {
  const text = cell.trim().toLowerCase();
  if (text === '') return null;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new RowError(
    `${field}: "${cell}" is neither true nor false (allowed: true, false, yes, no, 1, 0, checked, unchecked)`,
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
 * Powers of ten. A `billion` or `mil` means another one in other languages: only English `billion` is read.
 */
const POWERS: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  tsd: 3,
  lakh: 5,
  m: 6,
  mm: 6,
  mn: 6,
  mio: 6,
  million: 6,
  millions: 6,
  millionen: 6,
  millones: 6,
  milhões: 6,
  milioni: 6,
  miljoen: 6,
  crore: 7,
  b: 9,
  bn: 9,
  billion: 9,
  mrd: 9,
  mld: 9,
  milliarde: 9,
  milliarden: 9,
  milliard: 9,
  milliards: 9,
  miljard: 9,
  miliardi: 9,
};

const ABBREVIATED = new RegExp(`^(.*\\d)\\s*(${Object.keys(POWERS).join('|')})\\.?$`, 'i');

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

/**
 * `1234.5`, `1,234.5`, `1.234,5`, `1 234`, `1.2M`, `(1,200)`; undefined for anything else, such as `12 %`.
 * Never a negative zero.
 */
const parseNumber = (text: string): number | undefined => {
  const [, digits = text, unit = ''] = ABBREVIATED.exec(text) ?? [];
  if (AMBIGUOUS.test(digits) && (unit === '' || COMMA_UNIT.test(unit))) return undefined;
  if (AMBIGUOUS_COMMA.test(digits) && unit !== '') return undefined;
  const number = numberOf(digits);
  if (number === undefined || number === 0) return number === 0 ? 0 : undefined;
  const power = POWERS[unit.toLowerCase()];
  // A multiplication would make 1,100,000.0000000001 of 1.1M.
  return power === undefined ? number : Number(`${number}e${power}`);
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
    throw new RowError(
      `${field}: "${cell}" is a date; a spreadsheet may have converted a range such as 11-50`,
    );
  }
  const [, from, to, atLeast] = RANGE.exec(text) ?? [];
  const lowest = from ?? atLeast;
  if (lowest === undefined) return { count: integerOf(field, cell.replace(EMPLOYEES, '')), isRange: false };
  const number = parseNumber(lowest);
  const highest = to === undefined ? Number.POSITIVE_INFINITY : parseNumber(to.replace(/\s*\([^\d]*\)$/, ''));
  if (number === undefined || !Number.isSafeInteger(number) || number < 0 || (highest ?? -1) < number) {
    throw new RowError(`${field}: "${cell}" is neither a whole number nor a range such as 11-50`);
  }
  return { count: number, isRange: true };
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
    throw new RowError(`${field}: "${cell}" is not an amount such as 1250000 or $1.2M`);
  const code = match?.[1] ?? match?.[3];
  const currency = code === undefined ? undefined : (CURRENCY_SIGNS[code] ?? code);
  // A dollar sign alone does not say whose dollars.
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : { amount };
};

/** The values of a cell that holds several, without blank ones. */
export const partsOf = (cell: string, separator: RegExp = /[;,\n]/): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const TIME_ZONES = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]));

/** Restores time zone names that exports respell (`america_slash_new_york`). */
export const timeZoneOf = (cell: string): string | null => {
  const text = textOf(cell);
  if (text === null) return null;
  const spelling = text.replaceAll('_slash_', '/').replaceAll(' ', '_');
  return TIME_ZONES.get(spelling.toLowerCase()) ?? text;
};
