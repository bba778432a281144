import vendors from '../vendors.json' with { type: 'json' };
import { MAX_COLUMNS } from './csv-header.ts';
import type { CsvRow, JsonRow, OnBytes, UnreadableRow } from './opened-file.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** How the API of a vendor writes a record. */
interface JsonForm {
  /** Keys that each record has, and none of this service. */
  readonly marks: readonly string[];
  /** Keys whose object has the fields of the record. */
  readonly unwrap?: readonly string[];
  /** Keys that say nothing of the record. */
  readonly omit?: readonly string[];
}

const FORMS = Object.values(vendors).flatMap((vendor): readonly JsonForm[] =>
  'json' in vendor ? [vendor.json] : [],
);

/** The form of a record of a vendor's API; undefined for any other object. */
export const vendorFormOf = (record: JsonObject): JsonForm | undefined =>
  FORMS.find(({ marks }) => marks.every((mark) => Object.hasOwn(record, mark)));

/** The values of a record by the names of columns: of objects with a dot before each field, lists as JSON. */
const columnsOf = (record: JsonObject, form: JsonForm, parent = ''): readonly (readonly [string, string])[] =>
  Object.entries(record).flatMap(([key, value]) => {
    if (parent === '' && form.omit?.includes(key) === true) return [];
    const isUnwrapped = parent === '' && form.unwrap?.includes(key) === true;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return columnsOf({ ...value }, form, isUnwrapped ? parent : `${parent}${key}.`);
    }
    const text = Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');
    return [[`${parent}${key}`, text]];
  });

type Rows = AsyncIterable<readonly (JsonRow | UnreadableRow)[]>;

/** Reads records of a vendor's API as a table. Each row has the cells of the keys that it gives. */
export const jsonTable = async (open: (onBytes?: OnBytes) => Rows, form: JsonForm) => {
  const places = new Map<string, number>();
  for await (const batch of open()) {
    for (const row of batch) {
      if (!('value' in row)) continue;
      for (const [name] of columnsOf(row.value, form)) {
        if (!places.has(name) && places.size < MAX_COLUMNS) places.set(name, places.size);
      }
    }
  }
  const header = [...places.keys()];
  return {
    layout: { header, delimiter: ',', isRejects: false },
    async *rows(onBytes?: OnBytes): AsyncGenerator<readonly (CsvRow | UnreadableRow)[]> {
      for await (const batch of open(onBytes)) {
        yield batch.map((row): CsvRow | UnreadableRow => {
          if (!('value' in row)) return row;
          const given = new Map(columnsOf(row.value, form));
          return {
            line: row.line,
            cells: header.map((name) => given.get(name) ?? ''),
            absent: new Set(header.flatMap((name, index) => (given.has(name) ? [] : [index]))),
          };
        });
      }
    },
  };
};
