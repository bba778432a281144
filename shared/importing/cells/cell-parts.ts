import { isPlaceholder } from '../../domain/values/placeholder.ts';
import { visibleText } from '../../domain/values/visible-text.ts';

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

/** A cell that is one list of quoted values: `"a","b, c"`. */
const QUOTED_LIST = /^"(?:[^"]|"")*"(?:\s*(?::::|[;,|])\s*"(?:[^"]|"")*")*$/;

/**
 * The elements of a cell that is a JSON array (or object), or a list of quoted values; undefined for any other
 * cell.
 */
export const listedValues = (cell: string): readonly unknown[] | undefined => {
  const json = jsonOf(cell);
  if (json !== undefined) return Array.isArray(json) ? json : [json];
  if (!cell.startsWith('"') || !QUOTED_LIST.test(cell)) return undefined;
  return [...cell.matchAll(/"((?:[^"]|"")*)"/g)].map(([, value = '']) => value.replaceAll('""', '"'));
};

/** The text of a value that identifies or is dialed; null if there is none. */
export const identifierText = (cell: string): string | null => {
  const text = visibleText(cell);
  return text === '' || isPlaceholder(text) ? null : text;
};
