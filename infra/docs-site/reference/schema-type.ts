import { type Html, html, joined } from '../html.ts';
import { nameOfRef, type Schema } from './open-api.ts';

/** A value as it is written in JSON, but for texts, which stand without quotes. */
export const valueCode = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

/** Leads to where the schema is on the same page. */
const schemaLink = (ref: string): Html => html`<a href="#schema-${nameOfRef(ref)}">${nameOfRef(ref)}</a>`;

/** What a value is, such as `Location or null`, with links to schemas. */
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

/** What zod declares for any whole number is no limit of ours. */
const ofOurs = (limit: number | undefined): number | undefined =>
  limit !== undefined && Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;

/** What else holds for a value, such as `1 to 500 characters`; of one that may be null, for the others. */
export const constraints = (schema: Schema): readonly string[] => {
  const numbers = range(ofOurs(schema.minimum), ofOurs(schema.maximum));
  const length = range(schema.minLength, schema.maxLength);
  const count = range(schema.minItems, schema.maxItems);
  return [
    ...(numbers === undefined ? [] : [numbers]),
    ...(length === undefined ? [] : [`${length} characters`]),
    ...(count === undefined ? [] : [`${count} items`]),
    ...(schema.uniqueItems === true ? ['no item twice'] : []),
    ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
    ...(schema.default === undefined ? [] : [`by default ${JSON.stringify(schema.default)}`]),
    ...(schema.anyOf ?? []).flatMap(constraints),
  ];
};

/** What the schema says of a value, also where it says it of one of the alternatives. */
export const descriptionOf = (schema: Schema): string | undefined =>
  schema.description ?? schema.anyOf?.map(descriptionOf).find((text) => text !== undefined);
