import { type Html, html, joined } from '../html.ts';
import { nameOfRef, type Schema } from './open-api.ts';

/** A value as JSON, with strings unquoted. */
export const valueCode = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

/** Links to the schema on the same page. */
const schemaLink = (ref: string): Html => html`<a href="#schema-${nameOfRef(ref)}">${nameOfRef(ref)}</a>`;

/** The type of a value, such as `Location or null`, linked to schemas. */
export const schemaType = (schema: Schema): Html => {
  const { $ref, type, items, format, additionalProperties } = schema;
  if ($ref !== undefined) return schemaLink($ref);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return joined(alternatives.map(schemaType), ' or ');
  if (schema.const !== undefined) return valueCode(schema.const);
  if (schema.enum !== undefined) return joined(schema.enum.map(valueCode), ', ');
  if (items !== undefined) return html`array of ${schemaType(items)}`;
  if (typeof additionalProperties === 'object') return html`object of ${schemaType(additionalProperties)}`;
  if (type === undefined) return html`anything`;
  const name = typeof type === 'string' ? type : type.join(' or ');
  return format === undefined ? html`${name}` : html`${name} (${format})`;
};

const range = (minimum: number | undefined, maximum: number | undefined): string | undefined => {
  if (minimum === undefined) return maximum === undefined ? undefined : `at most ${maximum}`;
  if (maximum === undefined) return `at least ${minimum}`;
  return minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`;
};

/** The constraints of a value, such as `1 to 500 characters`. */
export const constraints = (schema: Schema): readonly string[] => {
  const numbers = range(schema.minimum, schema.maximum);
  const length = range(schema.minLength, schema.maxLength);
  const count = range(schema.minItems, schema.maxItems);
  return [
    ...(numbers === undefined ? [] : [numbers]),
    ...(length === undefined ? [] : [`${length} characters`]),
    ...(count === undefined ? [] : [`${count} items`]),
    ...(schema.uniqueItems === true ? ['unique items'] : []),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...(schema.anyOf ?? []).flatMap(constraints),
  ];
};

/** The description of a schema or of its first described alternative. */
export const descriptionOf = (schema: Schema): string | undefined =>
  schema.description ?? schema.anyOf?.map(descriptionOf).find((text) => text !== undefined);
