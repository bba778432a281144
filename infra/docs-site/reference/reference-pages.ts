import type { PageSource } from '../pages.ts';
import { escapeMarkdown, inlineCode, table } from './markdown-text.ts';
import { type Response, resolved } from './open-api.ts';
import { eventPage, exampleBlocks, operationPage, type Samples } from './operation-page.ts';
import {
  headerNames,
  isProblemSchema,
  linkToSchema,
  operationPageName,
  operationsOf,
  type PlacedOperation,
  parameterCells,
  parameterTable,
  type Reference,
} from './reference.ts';
import { schemaSection, schemaType } from './schemas.ts';

const summaryOf = ({ operation }: PlacedOperation): string => escapeMarkdown(operation.summary);

const overviewPage = (reference: Reference, title: string): string => {
  const { name, document } = reference;
  const operations = operationsOf(document.paths);
  const groups = document.tags
    .map((tag) => ({
      ...tag,
      operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
    }))
    .filter((group) => group.operations.length > 0);
  const others = [
    ...(document.webhooks === undefined ? [] : [`[webhooks](${name}-webhooks.md)`]),
    `[errors](${name}-errors.md)`,
    `[response headers](${name}-headers.md)`,
    `[schemas](${name}-schemas.md)`,
  ];
  return `# ${escapeMarkdown(title)}

Version ${escapeMarkdown(document.info.version)}. See also: ${others.join(', ')}.

${document.info.description}

## Authentication

${Object.values(document.components.securitySchemes)
  .map(({ description }) => description)
  .join('\n\n')}

${groups
  .map(
    (group) => `## ${escapeMarkdown(group.name)}

${group.description}

${table(
  ['Operation', 'Path'],
  group.operations.map((each) => [
    `[${summaryOf(each)}](${operationPageName(reference.name, each)}.md)`,
    inlineCode(`${each.method} ${each.path}`),
  ]),
)}
`,
  )
  .join('')}`;
};

const webhooksPage = (reference: Reference): string => {
  const events = operationsOf(reference.document.webhooks);
  const [first] = events;
  if (first === undefined) throw new Error(`${reference.name} has no webhooks.`);
  const responses = Object.entries(first.operation.responses).map(([status, response]) => [
    status === 'default' ? 'any other' : inlineCode(status),
    resolved(response, reference.document.components.responses).description,
  ]);
  return `# Webhook events

What your endpoint receives. See the guides on [webhooks](webhooks.md) and [verifying
webhooks](verifying-webhooks.md).

${table(
  ['Event', 'When'],
  events.map((each) => [
    `[${inlineCode(each.path)}](${operationPageName(reference.name, each)}.md)`,
    summaryOf(each),
  ]),
)}
## Headers

${parameterTable(reference, first.operation)}
## Responses of your endpoint

${table(['Status', 'Description'], responses)}`;
};

const errorsPage = (reference: Reference): string => {
  const links = linkToSchema(reference);
  const { responses, schemas } = reference.document.components;
  const problems = Object.entries(schemas).filter(([name]) => isProblemSchema(name));
  const section = ([name, response]: readonly [string, Response]): string => `## ${escapeMarkdown(name)}

${response.description}

${response.headers === undefined ? '' : `Headers: ${headerNames(reference, response)}.\n\n`}${Object.entries(
  response.content ?? {},
)
  .map(([type, { schema }]) => `${inlineCode(type)}: ${schemaType(schema, links)}\n\n`)
  .join('')}${exampleBlocks(response.content)}
`;
  return `# Error responses

Errors and other shared responses. How to handle them: [errors](errors.md).

${Object.entries(responses).map(section).join('')}
${problems.map(([name, schema]) => schemaSection(name, schema, links)).join('')}`;
};

/** All response headers. A header with several descriptions has a row for each. */
const headersPage = (reference: Reference): string => {
  const { document } = reference;
  const references = /"([\w-]+)":\{"\$ref":"#\/components\/headers\/(\w+)"/g;
  const fieldNames = new Map(
    [...JSON.stringify(document).matchAll(references)].map(([, field, name]) => [name, field]),
  );
  const rows = Object.entries(document.components.headers).map(([name, header]) => [
    `${inlineCode(fieldNames.get(name) ?? name)}${header.required === true ? '' : ' optional'}`,
    ...parameterCells(reference, header),
  ]);
  return `# Response headers

${table(['Header', 'Type', 'Description'], rows)}`;
};

const schemasPage = (reference: Reference): string => {
  const schemas = Object.entries(reference.document.components.schemas).filter(
    ([name]) => !reference.ownSchemas.has(name) && !isProblemSchema(name),
  );
  return `# Schemas

The objects that several operations return or accept, with every field.

${schemas.map(([name, schema]) => schemaSection(name, schema, linkToSchema(reference))).join('')}`;
};

/**
 * The reference of an API: an overview, a page for each operation in the order of the tags, and pages for
 * webhooks, errors, headers and schemas.
 *
 * @param title of the overview
 * @param samples returns the programs that send the request of an operation
 */
export const referencePages = (
  reference: Reference,
  { title, lead }: { readonly title: string; readonly lead: string },
  samples: (placed: PlacedOperation, reference: Reference) => Samples,
): readonly PageSource[] => {
  const { name, document } = reference;
  const operations = operationsOf(document.paths);
  const ordered = document.tags.flatMap((tag) =>
    operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  );
  const page = (part: string, text: string, markdown: string): PageSource => ({
    name: `${name}-${part}`,
    lead: text,
    parent: name,
    markdown,
  });
  return [
    { name, lead, markdown: overviewPage(reference, title) },
    ...ordered.map((each) => ({
      name: operationPageName(reference.name, each),
      lead: `\`${each.method} ${each.path}\``,
      parent: name,
      markdown: operationPage(reference, each, samples(each, reference)),
    })),
    ...(document.webhooks === undefined
      ? []
      : [
          page('webhooks', 'Every event, and the headers it is sent with.', webhooksPage(reference)),
          ...operationsOf(document.webhooks).map((each) => ({
            name: operationPageName(name, each),
            lead: `\`${each.path}\``,
            parent: `${name}-webhooks`,
            markdown: eventPage(reference, each),
          })),
        ]),
    page('errors', 'Every error, with an example.', errorsPage(reference)),
    page('headers', 'Every response header.', headersPage(reference)),
    page('schemas', 'The objects that several operations share, with every field.', schemasPage(reference)),
  ];
};
