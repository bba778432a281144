import {
  COLUMNS_BY_NAME,
  CUSTOM_FIELDS,
  type RecordColumn,
  type RecordField,
  recordColumns,
} from './record-columns.ts';

type Values = Readonly<Record<string, unknown>>;

/** Between the values of a list. A backslash stands before one that belongs to a value. */
const SEPARATOR = '; ';

const CUSTOM_PREFIX = `${CUSTOM_FIELDS}.`;

const escaped = (text: string): string => text.replaceAll(/[\\;]/g, '\\$&');

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((within, name) => (within === null ? null : Object(within)[name]), value);

const joined = (items: readonly unknown[], path: readonly string[]): string =>
  items.map((item) => escaped(textOf(valueAt(item, path)))).join(SEPARATOR);

/** The values of a field, of each item where the path meets a list. */
const cellOf = (record: object, path: readonly string[]): string => {
  let value: unknown = record;
  for (const [depth, name] of path.entries()) {
    if (Array.isArray(value)) return joined(value, path.slice(depth));
    value = value === null ? null : Object(value)[name];
  }
  return Array.isArray(value) ? joined(value, []) : textOf(value);
};

/** The columns of a file of records. */
export interface RecordCsv {
  readonly header: readonly string[];
  cellsOf(record: object): readonly string[];
}

/**
 * A CSV file of records: one column for each field, whose lists are separated by semicolons, and for each
 * custom field.
 *
 * @param customFields names of the custom fields with a column
 * @param hasAll whether the last column has, as JSON, the custom fields without a column, and those that a
 * text does not express: numbers, for example
 */
export const recordCsv = (
  fields: readonly RecordField[],
  customFields: readonly string[],
  hasAll: boolean,
): RecordCsv => {
  const columns = recordColumns(fields);
  const hasCustomFields = fields.some(({ name }) => name === CUSTOM_FIELDS);
  const names = hasCustomFields ? customFields : [];
  const withColumn = new Set(names);
  return {
    header: [
      ...columns.map(({ path }) => path.join('.')),
      ...names.map((name) => `${CUSTOM_PREFIX}${name}`),
      ...(hasCustomFields && hasAll ? [CUSTOM_FIELDS] : []),
    ],
    cellsOf(record) {
      const cells = columns.map(({ path }) => cellOf(record, path));
      if (!hasCustomFields) return cells;
      const custom: Values = Object(Object(record)[CUSTOM_FIELDS]);
      const others = Object.entries(custom).filter(
        ([name, value]) => typeof value !== 'string' || value === '' || !withColumn.has(name),
      );
      const rest = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
      const named = names.map((name) => (Object.hasOwn(custom, name) ? textOf(custom[name]) : ''));
      return [...cells, ...named, ...(hasAll ? [rest] : [])];
    },
  };
};

const isColumn = (name: string): boolean =>
  COLUMNS_BY_NAME.has(name) || name === CUSTOM_FIELDS || name.startsWith(CUSTOM_PREFIX);

/** Whether a CSV file with this header is an export of whole records. */
export const isRecordHeader = (header: readonly string[]): boolean =>
  header[0] === 'id' && header.includes('changedAt') && header.every(isColumn);

/** The values of a list in a cell. */
const partsOf = (cell: string): readonly string[] => {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < cell.length; at++) {
    const character = cell.charAt(at);
    if (character === '\\') part += cell.charAt(++at);
    else if (character === ';') {
      parts.push(part);
      part = '';
      // A spreadsheet may have removed the space at the end of a cell.
      if (cell.charAt(at + 1) === ' ') at += 1;
    } else part += character;
  }
  return [...parts, part];
};

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
    const values = cell === '' ? [] : partsOf(cell).map((part) => parsedValue(part, type));
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
 * @param header one that {@link isRecordHeader} accepts
 * @throws SyntaxError if the last column holds no JSON
 */
export const recordOfCells = (header: readonly string[], cells: readonly string[]): Values => {
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
      } else custom.set(name.slice(CUSTOM_PREFIX.length), cell);
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
