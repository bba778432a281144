import type { Fields } from '../../kinds/fields.ts';
import { KINDS } from '../../kinds/kinds.ts';
import { KIND_NAMES, type KindName } from '../../kinds/names.ts';
import type { FieldSelection } from './field-selection.ts';
import { fieldsWithin, jsonTypeOf } from './own-fields.ts';

/** A field of a record, with the fields within it. */
export interface RecordField {
  readonly name: string;
  /** The JSON type of the value, or of each in a list. */
  readonly type: string;
  readonly format: string | null;
  readonly isList: boolean;
  /** Null for a value that has no fields of its own, and for custom fields. */
  readonly fields: readonly RecordField[] | null;
}

const fieldsIn = (fields: Fields, selection: FieldSelection | null): readonly RecordField[] =>
  Object.entries(fields)
    .filter(([name]) => selection === null || selection.has(name))
    .map(([name, field]) => {
      const isList = field.is === 'list';
      const within = fieldsWithin(field);
      const { type, format } = jsonTypeOf(isList ? field.of : field);
      return {
        name,
        type,
        format,
        isList,
        fields: within === null ? null : fieldsIn(within, selection?.get(name) ?? null),
      };
    });

/** The fields of the exported records of a resource, all or those that are selected. */
export const recordFields = (resource: KindName, selection: FieldSelection | null): readonly RecordField[] =>
  fieldsIn(KINDS[resource].fields, selection);

/** A column of a CSV file: a field without fields of its own. */
export interface RecordColumn {
  /** From the record to the field. */
  readonly path: readonly string[];
  readonly type: string;
  /** How many fields of the path lead to the list that the field is in; 0 if it is in none. */
  readonly listDepth: number;
}

/** The field of custom fields, each of which has its own column. */
export const CUSTOM_FIELDS = 'customFields';

/** The columns of these fields, without custom fields. */
export const recordColumns = (
  fields: readonly RecordField[],
  parent: readonly string[] = [],
  listDepth = 0,
): readonly RecordColumn[] =>
  fields.flatMap((field): readonly RecordColumn[] => {
    const path = [...parent, field.name];
    const depth = field.isList ? path.length : listDepth;
    if (field.fields !== null) return recordColumns(field.fields, path, depth);
    return field.name === CUSTOM_FIELDS ? [] : [{ path, type: field.type, listDepth: depth }];
  });

/** The columns of all resources, by name. Pure, because the console writes records without it. */
export const COLUMNS_BY_NAME: ReadonlyMap<string, RecordColumn> = /* @__PURE__ */ (() =>
  new Map(
    KIND_NAMES.flatMap((resource) => recordColumns(recordFields(resource, null))).map((column) => [
      column.path.join('.'),
      column,
    ]),
  ))();
