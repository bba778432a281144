import { type Html, html, NOTHING } from '../html.ts';
import type { Markdown } from '../markdown.ts';
import type { Schema } from './open-api.ts';
import { constraints, descriptionOf, schemaType } from './schema-type.ts';
import { table } from './table.ts';

interface Field {
  /** With those that it is in, such as `emails[].address`. */
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The fields of an object, and of the objects in it that have no name of their own. */
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

/** What is to be known of a value besides its type. */
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

/** A schema by itself: its fields as a table, or what it is if it has none. */
export const schemaSection = (name: string, schema: Schema, markdown: Markdown): Html => {
  const fields = fieldsOf(schema);
  return html`<section>
<h3 id="schema-${name}">${name}</h3>
${
  fields.length === 0
    ? html`<p>${schemaType(schema)}. ${notes(schema, markdown)}</p>`
    : html`${schema.description === undefined ? NOTHING : html`<p>${markdown.renderInline(schema.description)}</p>`}${table(
        `Fields of ${name}`,
        ['Field', 'Type', 'What it is'],
        fields.map((field) => rowOf(markdown, field)),
      )}`
}
</section>
`;
};
