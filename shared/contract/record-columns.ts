import { FIELD_RESOURCES, type FieldResource } from './field-resources.ts';
import type { FieldSelection } from './field-selection.ts';
import { OWN_FIELDS } from './own-fields.ts';
import { ANY_FIELD, type FieldTree, RESOURCE_FIELDS, type ResourceWithFields } from './resource-fields.ts';

/** The fields of the records that exports hold, as events show them. */
export const EXPORTED_FIELDS = {
  person: 'person',
  company: 'company',
  'call-list': 'callList',
  'call-list-entry': 'callListEntry',
} as const satisfies Record<FieldResource, ResourceWithFields>;

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

const fieldsIn = (
  resource: FieldResource,
  tree: FieldTree,
  selection: FieldSelection | null,
  parent: string,
): readonly RecordField[] =>
  Object.entries(tree)
    .filter(([name]) => selection === null || selection.has(name))
    .map(([name, within]) => {
      const path = `${parent}${name}`;
      const { type = [], format = null } = OWN_FIELDS[resource].find((own) => own.path === path) ?? {};
      const isList = type.includes('array');
      const isObject = within !== null && within !== ANY_FIELD;
      return {
        name,
        // Lists hold objects, or texts such as tags.
        type: isList ? (isObject ? 'object' : 'string') : (type[0] ?? 'string'),
        format,
        isList,
        fields: isObject ? fieldsIn(resource, within, selection?.get(name) ?? null, `${path}.`) : null,
      };
    });

/** The fields of the exported records of a resource, all or those that are selected. */
export const recordFields = (
  resource: FieldResource,
  selection: FieldSelection | null,
): readonly RecordField[] => fieldsIn(resource, RESOURCE_FIELDS[EXPORTED_FIELDS[resource]], selection, '');

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
    FIELD_RESOURCES.flatMap((resource) => recordColumns(recordFields(resource, null))).map((column) => [
      column.path.join('.'),
      column,
    ]),
  ))();
