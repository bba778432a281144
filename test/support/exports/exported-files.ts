import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import type { ExportFormat } from '../../../shared/contract/exports/export-limits.ts';
import {
  COLUMNS_BY_NAME,
  CUSTOM_FIELDS,
  type RecordColumn,
} from '../../../shared/contract/records/record-columns.ts';
import { listOfCell } from '../../../shared/contract/records/record-csv.ts';
import { restored } from '../../../shared/runtime/own-csv.ts';

type Values = Readonly<Record<string, unknown>>;

const parsedValue = (text: string, type: string): unknown => {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'string') return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
};

type Tree = Map<string, Tree | unknown>;

const addTo = (tree: Tree, path: readonly string[], value: unknown): void => {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    tree.set(name, value);
    return;
  }
  const found = tree.get(name);
  const within: Tree = found instanceof Map ? found : new Map();
  tree.set(name, within);
  addTo(within, rest, value);
};

/** An object without values is null, as all objects within records are that have none. */
const objectOf = (tree: Tree): Values | null => {
  const entries = [...tree].map(([name, value]) => [name, value instanceof Map ? objectOf(value) : value]);
  return entries.some(([, value]) => value !== null) ? Object.fromEntries(entries) : null;
};

/** The items of a list, of whose fields each has a column with as many values. */
const itemsOf = (columns: readonly (readonly [RecordColumn, string])[]): readonly unknown[] => {
  const lists = columns.map(([{ path, type, listDepth }, cell]) => {
    const values = listOfCell(cell).map((part) => parsedValue(part, type));
    return { path: path.slice(listDepth), values };
  });
  const length = Math.max(...lists.map(({ values }) => values.length));
  return Array.from({ length }, (_, index) => {
    const tree: Tree = new Map();
    for (const { path, values } of lists) {
      const value = values[index] ?? null;
      if (path.length === 0) return value;
      addTo(tree, path, value);
    }
    return objectOf(tree);
  });
};

/**
 * The record that a row of an export holds: the inverse of {@link recordCsv}.
 *
 * @param header that of an export
 * @throws SyntaxError if the last column holds no JSON
 */
const recordOfCells = (header: readonly string[], cells: readonly string[]): Values => {
  const tree: Tree = new Map();
  const lists = new Map<string, [RecordColumn, string][]>();
  const custom = new Map<string, unknown>();
  for (const [index, name] of header.entries()) {
    const cell = cells[index] ?? '';
    const column = COLUMNS_BY_NAME.get(name);
    if (column === undefined) {
      if (cell === '') continue;
      if (name === CUSTOM_FIELDS) {
        for (const [key, value] of Object.entries(JSON.parse(cell))) custom.set(key, value);
      } else custom.set(name.slice(`${CUSTOM_FIELDS}.`.length), cell);
    } else if (column.listDepth === 0) addTo(tree, column.path, parsedValue(cell, column.type));
    else {
      const list = column.path.slice(0, column.listDepth).join('.');
      lists.set(list, [...(lists.get(list) ?? []), [column, cell]]);
    }
  }
  for (const [name, columns] of lists) tree.set(name, itemsOf(columns));
  const hasCustomFields = header.some((name) => name.startsWith(CUSTOM_FIELDS));
  return { ...objectOf(tree), ...(hasCustomFields && { [CUSTOM_FIELDS]: Object.fromEntries(custom) }) };
};

/** The records of a CSV file of an export. */
const recordsOfCsv = (text: string): readonly Values[] => {
  const [header = [], ...rows] = parse(text, { bom: true }) as readonly string[][];
  return rows.map((cells) => recordOfCells(header, cells.map(restored)));
};

/** The JSON that a value of a Parquet file stands for. */
const jsonOf = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, within]) => [name, jsonOf(within)]));
};

const recordsOfParquet = async (content: Uint8Array): Promise<readonly Values[]> => {
  const file = new Uint8Array(content).buffer;
  return (await parquetReadObjects({ file })).map((record) => {
    const { customFields, ...fields } = jsonOf(record) as Values;
    return typeof customFields === 'string'
      ? { ...fields, customFields: JSON.parse(customFields) }
      : { ...fields, ...(customFields !== undefined && { customFields }) };
  });
};

/** The records in a file of an export, with their fields in order of name. */
export const recordsOfFile = async (
  format: ExportFormat,
  content: Uint8Array,
): Promise<readonly Values[]> => {
  if (format === 'parquet') return recordsOfParquet(content);
  const text = Buffer.from(content).toString('utf8');
  if (format === 'csv') return recordsOfCsv(text);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
};

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
