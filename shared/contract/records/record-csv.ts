import { COLUMNS_BY_NAME, CUSTOM_FIELDS, type RecordField, recordColumns } from './record-columns.ts';

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
export const cellOf = (record: object, path: readonly string[]): string => {
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

/** The first of names that differ only in case, which many tools take for one column. */
const distinct = (names: readonly string[]): readonly string[] => {
  const firsts = new Map([...names].reverse().map((name) => [name.toLowerCase(), name]));
  return names.filter((name) => firsts.get(name.toLowerCase()) === name);
};

/**
 * A CSV file of records: one column for each field, whose lists are separated by semicolons, and for each
 * custom field.
 *
 * @param customFields names of the custom fields with a column. Only one of those that differ only in case
 * gets it: the last column has the others
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
  const names = hasCustomFields ? distinct(customFields) : [];
  const hasRest = hasCustomFields && (hasAll || names.length < customFields.length);
  const withColumn = new Set(names);
  return {
    header: [
      ...columns.map(({ path }) => path.join('.')),
      ...names.map((name) => `${CUSTOM_PREFIX}${name}`),
      ...(hasRest ? [CUSTOM_FIELDS] : []),
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
      return [...cells, ...named, ...(hasRest ? [rest] : [])];
    },
  };
};

/** Whether a CSV file with this header is an export of records, of all or of some of their fields. */
export const isRecordHeader = (header: readonly string[]): boolean =>
  header.includes('id') && header.some((name) => /[A-Z.]/.test(name) && COLUMNS_BY_NAME.has(name));

/** The values of a list in a cell of an export. */
export const listOfCell = (cell: string): readonly string[] => {
  if (cell === '') return [];
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
