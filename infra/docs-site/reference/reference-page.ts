import { type Html, html, NOTHING } from '../html.ts';
import { createMarkdown, type Markdown } from '../markdown.ts';
import { headerTable, responseSections } from './declared.ts';
import type { OpenApiDocument } from './open-api.ts';
import { operationSection, operationsOf, type PlacedOperation } from './operations.ts';
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

const securityOf = ({ components }: OpenApiDocument, markdown: Markdown): readonly Html[] =>
  Object.values(components.securitySchemes).map(({ description = '' }) => markdown.render(description));

const webhooksOf = (
  document: OpenApiDocument,
  markdown: Markdown,
  events: readonly PlacedOperation[],
): Html =>
  events.length === 0
    ? NOTHING
    : html`<h2 id="webhooks">Webhooks</h2>
<p>See the guides on <a href="webhooks">webhooks</a> and <a href="verifying-webhooks">verifying webhooks</a>.</p>
${events.map((event) => operationSection(document, markdown, event, true))}`;

/**
 * The reference of an API: everything its OpenAPI document declares, ordered by tag.
 *
 * @param title of the page
 */
export const referencePage = (document: OpenApiDocument, title: string): Html => {
  // Descriptions may only link to the web.
  const markdown = createMarkdown((target) => (target.startsWith('https:') ? target : undefined));
  const operations = operationsOf(document.paths);
  const events = operationsOf(document.webhooks);
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<h1>${title}</h1>
<p class="muted">Version ${document.info.version}</p>
${markdown.render(document.info.description)}
<h2 id="overview">Overview</h2>
${overview('Operations', ['Operation', 'Path'], operations)}
${events.length === 0 ? NOTHING : overview('Webhooks', ['Webhook', 'Event'], events)}
<p>On this page: <a href="#authentication">authentication</a>, ${
    events.length === 0 ? NOTHING : html`<a href="#webhooks">webhooks</a>, `
  }<a href="#responses">errors and other shared responses</a>, <a href="#headers">headers</a>, <a href="#schemas">schemas</a>. See also how
to handle <a href="errors">errors</a>.</p>
<h2 id="authentication">Authentication</h2>
${securityOf(document, markdown)}
${groups
  .filter((group) => group.operations.length > 0)
  .map(
    (group) => html`<h2>${group.name}</h2>
<p>${markdown.renderInline(group.description)}</p>
${group.operations.map((operation) => operationSection(document, markdown, operation))}`,
  )}
${webhooksOf(document, markdown, events)}
<h2 id="responses">Errors and other shared responses</h2>
${responseSections(document, markdown)}
<h2 id="headers">Response headers</h2>
${headerTable(document, markdown)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema, markdown))}`;
};
