import type { Field, Fields } from '../../kinds/fields.ts';
import { CUSTOM_FIELDS_TEXT, SCALARS } from '../../kinds/scalars.ts';
import type { OwnField } from './field-resources.ts';

/** The fields of an object, or of the objects in a list. */
export const fieldsWithin = (field: Field): Fields | null =>
  field.is === 'list' ? fieldsWithin(field.of) : field.is === 'object' ? field.fields : null;

/** What JSON Schema says of a field's values, but for `null`. */
export const jsonTypeOf = (field: Field): Pick<OwnField, 'format' | 'values' | 'description'> & { type: string } => {
  const own = { type: 'string', format: null, values: null, description: null };
  switch (field.is) {
    case 'choice':
      return { ...own, values: field.of };
    case 'object':
      return { ...own, type: 'object' };
    case 'list':
      return { ...own, type: 'array' };
    case 'custom-fields':
      return { ...own, type: 'object', description: CUSTOM_FIELDS_TEXT };
    default: {
      const { type, format = null, text = null } = SCALARS[field.is];
      return { ...own, type, format, description: text };
    }
  }
};

/** The declared fields with those within them, each before its own. */
export const ownFieldsOf = (fields: Fields, parent = ''): readonly OwnField[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { type, ...own } = jsonTypeOf(field);
    const path = `${parent}${name}`;
    return [
      {
        path,
        type: [type, ...(field.isNullable === true ? ['null'] : [])],
        ...own,
        description: field.text ?? own.description,
      },
      ...ownFieldsOf(fieldsWithin(field) ?? {}, `${path}.`),
    ];
  });
