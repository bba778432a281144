import { type Html, html } from '../html.ts';
import { referenceMarkdown } from '../markdown.ts';
import type { OpenApiDocument, Response } from './open-api.ts';
import {
  contentOf,
  headerNames,
  operationSection,
  operationsOf,
  type PlacedOperation,
  parameterCells,
} from './operations.ts';
import { schemaSection } from './schemas.ts';
import { table } from './table.ts';

const overview = (label: string, headings: readonly string[], operations: readonly PlacedOperation[]): Html =>
  table(
    label,
    headings,
    operations.map(({ method, path, operation }) => [
      html`<a href="#${operation.operationId}">${operation.summary}</a>`,
      html`<code>${method} ${path}</code>`,
    ]),
  );

/** A shared response, mostly an error. */
const responseSection = ([name, response]: readonly [string, Response]): Html => html`<section>
<h3 id="response-${name}">${name}</h3>
<p>${referenceMarkdown.renderInline(response.description)}</p>
${response.headers && html`<p>Headers: ${headerNames(response)}</p>`}
${contentOf(response.content)}
</section>
`;

/** All response headers. A header with several descriptions has a row for each. */
const headerTable = (document: OpenApiDocument): Html => {
  const references = /"([\w-]+)":\{"\$ref":"#\/components\/headers\/(\w+)"/g;
  const fieldNames = new Map(
    [...JSON.stringify(document).matchAll(references)].map(([, field, name]) => [name, field]),
  );
  const rows = Object.entries(document.components.headers).map(([name, header]) => [
    html`<code id="header-${name}">${fieldNames.get(name) ?? name}</code>${
      header.required !== true && html` <span class="muted">optional</span>`
    }`,
    ...parameterCells(header),
  ]);
  return table('Response headers', ['Header', 'Type', 'Description'], rows);
};

/**
 * The reference of an API: everything its OpenAPI document declares, ordered by tag.
 *
 * @param title of the page
 */
export const referencePage = (document: OpenApiDocument, title: string): Html => {
  const { components } = document;
  const operations = operationsOf(document.paths);
  const events = operationsOf(document.webhooks);
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<h1>${title}</h1>
<p class="muted">Version ${document.info.version}</p>
${referenceMarkdown.render(document.info.description)}
<h2 id="overview">Overview</h2>
${overview('Operations', ['Operation', 'Path'], operations)}
${events.length > 0 && overview('Webhooks', ['Webhook', 'Event'], events)}
<p>On this page: <a href="#authentication">authentication</a>, ${
    events.length > 0 && html`<a href="#webhooks">webhooks</a>, `
  }<a href="#responses">errors and other shared responses</a>, <a href="#headers">headers</a>, <a href="#schemas">schemas</a>. See also how
to handle <a href="errors">errors</a>.</p>
<h2 id="authentication">Authentication</h2>
${Object.values(components.securitySchemes).map((scheme) => referenceMarkdown.render(scheme.description))}
${groups
  .filter((group) => group.operations.length > 0)
  .map(
    (group) => html`<h2>${group.name}</h2>
<p>${referenceMarkdown.renderInline(group.description)}</p>
${group.operations.map((operation) => operationSection(document, operation))}`,
  )}
${
  events.length > 0 &&
  html`<h2 id="webhooks">Webhooks</h2>
<p>See the guides on <a href="webhooks">webhooks</a> and <a href="verifying-webhooks">verifying webhooks</a>.</p>
${events.map((event) => operationSection(document, event, true))}`
}
<h2 id="responses">Errors and other shared responses</h2>
${Object.entries(components.responses).map(responseSection)}
<h2 id="headers">Response headers</h2>
${headerTable(document)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(schemaSection)}`;
};
