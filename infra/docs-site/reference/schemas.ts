import { escapeMarkdown, inlineCode, table, valueCode } from './markdown-text.ts';
import { nameOfRef, type Schema } from './open-api.ts';

/** The target of a link to a schema, by its name. */
export type SchemaLinks = (name: string) => string;

/** The type of a value, such as `Location or null`, with links to schemas. */
export const schemaType = (schema: Schema, links: SchemaLinks): string => {
  const { $ref, type, items, format, additionalProperties } = schema;
  const typeOf = (each: Schema): string => schemaType(each, links);
  if ($ref !== undefined) return `[${escapeMarkdown(nameOfRef($ref))}](${links(nameOfRef($ref))})`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map(typeOf).join(' or ');
  if (schema.const !== undefined) return valueCode(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(valueCode).join(', ');
  if (items !== undefined) return `array of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object') return `object of ${typeOf(additionalProperties)}`;
  if (type === undefined) return 'anything';
  const name = escapeMarkdown(typeof type === 'string' ? type : type.join(' or '));
  return format === undefined ? name : `${name} (${escapeMarkdown(format)})`;
};

const range = (minimum: number | undefined, maximum: number | undefined, unit = ''): readonly string[] => {
  const limit = (value: number): string =>
    unit === '' ? String(value) : `${value} ${unit}${value === 1 ? '' : 's'}`;
  if (minimum === undefined) return maximum === undefined ? [] : [`at most ${limit(maximum)}`];
  if (maximum === undefined) return [`at least ${limit(minimum)}`];
  return [`${minimum === maximum ? 'exactly' : `${minimum} to`} ${limit(maximum)}`];
};

/** The constraints of a value, such as `1 to 500 characters`. */
const constraints = (schema: Schema): readonly string[] => [
  ...range(schema.minimum, schema.maximum),
  ...range(schema.minLength, schema.maxLength, 'character'),
  ...range(schema.minItems, schema.maxItems, 'item'),
  ...(schema.uniqueItems === true ? ['unique items'] : []),
  ...(schema.pattern === undefined ? [] : [`matches ${inlineCode(schema.pattern)}`]),
  ...(schema.default === undefined ? [] : [`default ${inlineCode(JSON.stringify(schema.default))}`]),
  ...(schema.anyOf ?? []).flatMap(constraints),
];

/** The description of a schema or of its first described alternative. */
const descriptionOf = (schema: Schema): string | undefined =>
  schema.description ?? schema.anyOf?.map(descriptionOf).find((text) => text !== undefined);

/** The description and constraints of a value. */
export const notes = (schema: Schema, description = descriptionOf(schema) ?? ''): string => {
  const limits = constraints(schema).join('; ');
  const sentence = limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
  return [description, sentence].filter((part) => part !== '').join(' ');
};

interface Field {
  /** The full path, such as `emails[].address`. */
  readonly path: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** The fields of an object and of its inline objects. */
const fieldsOf = (schema: Schema, prefix = ''): readonly Field[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    return [
      { path, schema: property, isOptional: schema.required?.includes(name) !== true },
      ...fieldsOf(property, `${path}.`),
    ];
  }),
  ...(schema.items === undefined ? [] : fieldsOf(schema.items, `${prefix.slice(0, -1)}[].`)),
  ...(schema.anyOf ?? []).flatMap((alternative) => fieldsOf(alternative, prefix)),
];

/** The description of a schema, and a table of its fields, or its type if it has none. */
export const schemaContent = (schema: Schema, links: SchemaLinks): string => {
  const rows = fieldsOf(schema).map((field) => [
    `${inlineCode(field.path)}${field.isOptional ? ' optional' : ''}`,
    schemaType(field.schema, links),
    notes(field.schema),
  ]);
  if (rows.length === 0) return `${schemaType(schema, links)}. ${notes(schema)}\n`;
  const description = schema.description === undefined ? '' : `${schema.description}\n\n`;
  return `${description}${table(['Field', 'Type', 'Description'], rows)}`;
};

/** A section for a schema, by its name. */
export const schemaSection = (name: string, schema: Schema, links: SchemaLinks): string =>
  `## ${escapeMarkdown(name)}\n\n${schemaContent(schema, links)}\n`;
