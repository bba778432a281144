import { type Html, html, NOTHING } from '../html.ts';
import type { Markdown } from '../markdown.ts';
import { contentOf, headerNames } from './content.ts';
import { nameOfRef, type OpenApiDocument, resolved } from './open-api.ts';
import { operationsOf } from './operations.ts';
import { schemaType, valueCode } from './schema-type.ts';
import { notes } from './schemas.ts';
import { table } from './table.ts';

/** Shared responses, most of them errors. */
export const responseSections = ({ components }: OpenApiDocument, markdown: Markdown): readonly Html[] =>
  Object.entries(components.responses).map(
    ([name, { description, headers, content }]) => html`<section>
<h3 id="response-${name}">${name}</h3>
<p>${markdown.renderInline(description)}</p>
${headers === undefined ? NOTHING : html`<p>Headers: ${headerNames(headers)}</p>`}
${contentOf(content)}
</section>
`,
  );

/** The field name of each declared header. */
const fieldNames = (document: OpenApiDocument): ReadonlyMap<string, string> => {
  const { components, paths } = document;
  const responses = operationsOf(paths).flatMap(({ operation }) => Object.values(operation.responses));
  const all = [
    ...responses.map((each) => resolved(each, components.responses)),
    ...Object.values(components.responses),
  ];
  return new Map(
    all.flatMap(({ headers }) =>
      Object.entries(headers ?? {}).flatMap(([name, header]) =>
        '$ref' in header ? [[nameOfRef(header.$ref), name] as const] : [],
      ),
    ),
  );
};

/** All response headers. A header with several descriptions has a row for each. */
export const headerTable = (document: OpenApiDocument, markdown: Markdown): Html => {
  const names = fieldNames(document);
  const rows = Object.entries(document.components.headers).map(([name, header]) => [
    html`<code id="header-${name}">${names.get(name) ?? name}</code>${
      header.required === true ? NOTHING : html` <span class="muted">optional</span>`
    }`,
    schemaType(header.schema),
    html`${markdown.renderInline(header.description)} ${notes(header.schema, markdown)}${
      header.example === undefined ? NOTHING : html` For example ${valueCode(header.example)}`
    }`,
  ]);
  return table('Response headers', ['Header', 'Type', 'Description'], rows);
};
