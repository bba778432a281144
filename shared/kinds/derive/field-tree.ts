import type { Field, Fields } from '../fields.ts';

/** Fields whose names nothing declares, such as custom fields. */
export const ANY_FIELD = 'any';

/** The fields of a resource or of a part of it, by name; `null` for one that has no fields of its own. */
export interface FieldTree {
  readonly [name: string]: FieldTree | typeof ANY_FIELD | null;
}

const within = (field: Field): FieldTree[string] => {
  switch (field.is) {
    case 'object':
      return treeOf(field.fields);
    case 'list':
      return within(field.of);
    case 'custom-fields':
      return ANY_FIELD;
    default:
      return null;
  }
};

/** The names of declared fields, with those within them. */
export const treeOf = (fields: Fields): FieldTree =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, within(field)]));
