import { externalIdOf, hasLostDigits } from '../../../domain/values/external-id.ts';
import { isPlaceholder } from '../../../domain/values/placeholder.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import { RowError } from '../drafts/row-error.ts';

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

/**
 * The elements of a cell that is a JSON array (or object), or a list of quoted values; undefined for any
 * other cell.
 */
export const listedValues = (cell: string): readonly unknown[] | undefined => {
  const json = jsonOf(cell);
  if (json !== undefined) return Array.isArray(json) ? json : [json];
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

/**
 * The text of an element of a list: itself, or what an object has under the first of these names. JSON for
 * any other.
 */
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
 * @throws RowError for one that lost digits, because records would share it
 */
export const sourceIdOf = (field: string, text: string): string | null => {
  if (!hasLostDigits(text)) return externalIdOf(text);
  throw new RowError(
    `${field}: "${text.trim()}" lost digits in a spreadsheet; export the ids as text, such as 100123456789`,
  );
};

/** The text of a value that identifies or is dialed; null if there is none. */
export const identifierText = (cell: string): string | null => {
  const text = visibleText(cell);
  return text === '' || isPlaceholder(text) ? null : text;
};

/** The name of a company as it is written; null for a blank and for a placeholder. */
export const companyNameOf = (cell: string): string | null =>
  identifierText(cell) === null ? null : cell.trim();
