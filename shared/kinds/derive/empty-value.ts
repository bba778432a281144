import type { Field } from '../fields.ts';

/** What a field holds in a record of which nothing is known; undefined if its source has to say it. */
export const emptyValueOf = (field: Field): unknown => {
  if (field.isNullable === true) return null;
  switch (field.is) {
    case 'list':
      return [];
    case 'custom-fields':
      return {};
    case 'boolean':
      return false;
    case 'choice':
      return field.otherwise;
    default:
      return undefined;
  }
};
