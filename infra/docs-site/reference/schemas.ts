import { type Html, html, joined } from '../html.ts';
import { referenceMarkdown } from '../markdown.ts';
import { nameOfRef, type Schema } from './open-api.ts';
import { table } from './table.ts';

/** A value as JSON, with strings unquoted. */
export const valueCode = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

/** The type of a value, such as `Location or null`, linked to schemas on the same page. */
export const schemaType = (schema: Schema): Html => {
  const { $ref, type, items, format, additionalProperties } = schema;
  if ($ref !== undefined) return html`<a href="#schema-${nameOfRef($ref)}">${nameOfRef($ref)}</a>`;
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

const range = (minimum: number | undefined, maximum: number | undefined, unit = ''): readonly string[] => {
  if (minimum === undefined) return maximum === undefined ? [] : [`at most ${maximum}${unit}`];
  if (maximum === undefined) return [`at least ${minimum}${unit}`];
  return [`${minimum === maximum ? 'exactly' : `${minimum} to`} ${maximum}${unit}`];
};

/** The constraints of a value, such as `1 to 500 characters`. */
const constraints = (schema: Schema): readonly string[] => [
  ...range(schema.minimum, schema.maximum),
  ...range(schema.minLength, schema.maxLength, ' characters'),
  ...range(schema.minItems, schema.maxItems, ' items'),
  ...(schema.uniqueItems === true ? ['unique items'] : []),
  ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`]),
  ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ...(schema.anyOf ?? []).flatMap(constraints),
];

/** The description of a schema or of its first described alternative. */
const descriptionOf = (schema: Schema): string | undefined =>
  schema.description ?? schema.anyOf?.map(descriptionOf).find((text) => text !== undefined);

/** The description and constraints of a value. */
export const notes = (schema: Schema, description = descriptionOf(schema) ?? ''): Html => {
  const limits = constraints(schema);
  return html`${referenceMarkdown.renderInline(description)}${
    limits.length > 0 && html` <span class="muted">${limits.join('; ')}</span>`
  }`;
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

/** A schema: a table of its fields, or its type if it has none. */
export const schemaSection = ([name, schema]: readonly [string, Schema]): Html => {
  const { description } = schema;
  const rows = fieldsOf(schema).map((field) => [
    html`<code>${field.path}</code>${field.isOptional && html` <span class="muted">optional</span>`}`,
    schemaType(field.schema),
    notes(field.schema),
  ]);
  const fields = html`${description !== undefined && html`<p>${referenceMarkdown.renderInline(description)}</p>`}${table(
    `Fields of ${name}`,
    ['Field', 'Type', 'Description'],
    rows,
  )}`;
  return html`<section>
<h3 id="schema-${name}">${name}</h3>
${rows.length === 0 ? html`<p>${schemaType(schema)}. ${notes(schema)}</p>` : fields}
</section>
`;
};
