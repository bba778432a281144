import { codeBlock, escapeMarkdown, inlineCode, table } from './markdown-text.ts';
import { type Content, nameOfRef, type Response, resolved, type Schema } from './open-api.ts';
import {
  headerNames,
  linkToSchema,
  type PlacedOperation,
  parameterTable,
  type Reference,
  responseName,
} from './reference.ts';
import { schemaContent, schemaType } from './schemas.ts';

/** The program that sends a request, in one language. */
export interface CodeSample {
  readonly title: string;
  readonly language: string;
  readonly code: string;
}

/** The samples of an operation, and what they need. */
export interface Samples {
  readonly note: string;
  readonly samples: readonly CodeSample[];
}

/** The examples of a body, as JSON. */
export const exampleBlocks = (content: Content = {}): string =>
  Object.values(content)
    .flatMap(({ example, examples = {} }) => [
      ...(example === undefined ? [] : [codeBlock('json', JSON.stringify(example, null, 2))]),
      ...Object.values(examples).map(
        ({ summary, value }) =>
          `${escapeMarkdown(summary)}:\n\n${codeBlock('json', JSON.stringify(value, null, 2))}`,
      ),
    ])
    .join('\n');

/** The type of a body and its fields, with a link if another page describes the type. */
const bodyContent = (reference: Reference, content: Content = {}): string =>
  Object.entries(content)
    .map(([type, { schema }]) => {
      const links = linkToSchema(reference);
      const name = schema.$ref === undefined ? undefined : nameOfRef(schema.$ref);
      const isOwn = name !== undefined && reference.ownSchemas.has(name);
      const { schemas } = reference.document.components;
      const fields = schema.$ref === undefined ? schema : resolved<Schema>({ $ref: schema.$ref }, schemas);
      const shown = isOwn ? inlineCode(name) : schemaType(schema, links);
      return `${inlineCode(type)}: ${shown}\n\n${schemaContent(fields, links)}`;
    })
    .join('\n');

const successSection = (reference: Reference, status: string, response: Response): string => {
  const headers = response.headers === undefined ? '' : `Headers: ${headerNames(reference, response)}.\n\n`;
  return `### ${escapeMarkdown(status)}

${response.description}

${headers}${bodyContent(reference, response.content)}
${exampleBlocks(response.content)}
`;
};

/** The page of one operation, as Markdown. */
export const operationPage = (
  reference: Reference,
  { method, path, operation }: PlacedOperation,
  { note, samples }: Samples,
): string => {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const { components } = reference.document;
  const all = Object.entries(responses);
  const errors = all.flatMap(([status, response]) => {
    const name = responseName(response);
    return name === undefined
      ? []
      : [{ status, name, description: resolved(response, components.responses).description }];
  });
  const successes = all.filter(([, response]) => responseName(response) === undefined);
  return `# ${escapeMarkdown(summary)}

${inlineCode(`${method} ${path}`)}

${description}

## Examples

${note}

${samples.map(({ title, language, code }) => `### ${title}\n\n${codeBlock(language, code)}\n`).join('')}
${parameters.length === 0 ? '' : `## Parameters\n\n${parameterTable(reference, operation)}`}
${
  requestBody === undefined
    ? ''
    : `## Body\n\n${bodyContent(reference, requestBody.content)}\n${exampleBlocks(requestBody.content)}`
}
## Responses

${successes
  .map(([status, each]) => successSection(reference, status, resolved(each, components.responses)))
  .join('')}
## Errors

${table(
  ['Status', 'Error', 'Description'],
  errors.map(({ status, name, description: text }) => [
    inlineCode(status),
    `[${escapeMarkdown(name)}](${reference.name}-errors.md#${encodeURIComponent(name.toLowerCase())})`,
    text,
  ]),
)}`;
};

/** The page of one webhook event, as Markdown. */
export const eventPage = (reference: Reference, { path, operation }: PlacedOperation): string => {
  const { summary, description, requestBody } = operation;
  return `# ${escapeMarkdown(summary)}

${inlineCode(path)}

${description}

## Body

${bodyContent(reference, requestBody?.content)}
## Example

${exampleBlocks(requestBody?.content)}`;
};
