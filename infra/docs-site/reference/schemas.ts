import { type Html, html, NOTHING } from '../html.ts';
import type { Markdown } from '../markdown.ts';
import type { Schema } from './open-api.ts';
import { constraints, descriptionOf, schemaType } from './schema-type.ts';
import { table } from './table.ts';

interface Field {
  /** The full path, such as `emails[].address`. */
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The fields of an object and of its inline objects. */
const fieldsOf = (schema: Schema, prefix = ''): readonly Field[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    return [
      { path, schema: property, isRequired: schema.required?.includes(name) === true },
      ...fieldsOf(property, `${path}.`),
    ];
  }),
  ...(schema.items === undefined ? [] : fieldsOf(schema.items, `${prefix.slice(0, -1)}[].`)),
  ...(schema.anyOf ?? []).flatMap((alternative) => fieldsOf(alternative, prefix)),
];

/** The description and constraints of a value. */
export const notes = (schema: Schema, markdown: Markdown): Html => {
  const description = descriptionOf(schema);
  const limits = constraints(schema);
  return html`${description === undefined ? NOTHING : markdown.renderInline(description)}${
    limits.length === 0 ? NOTHING : html` <span class="muted">${limits.join('; ')}</span>`
  }`;
};

const rowOf = (markdown: Markdown, { path, schema, isRequired }: Field): readonly Html[] => [
  html`<code>${path}</code>${isRequired ? NOTHING : html` <span class="muted">optional</span>`}`,
  schemaType(schema),
  notes(schema, markdown),
];

/** A schema: a table of its fields, or its type if it has none. */
export const schemaSection = (name: string, schema: Schema, markdown: Markdown): Html => {
  const fields = fieldsOf(schema);
  return html`<section>
<h3 id="schema-${name}">${name}</h3>
${
  fields.length === 0
    ? html`<p>${schemaType(schema)}. ${notes(schema, markdown)}</p>`
    : html`${schema.description === undefined ? NOTHING : html`<p>${markdown.renderInline(schema.description)}</p>`}${table(
        `Fields of ${name}`,
        ['Field', 'Type', 'Description'],
        fields.map((field) => rowOf(markdown, field)),
      )}`
}
</section>
`;
};
