import { codeBlock, escapeMarkdown, inlineCode, kebabCase, table } from './markdown-text.ts';
import { type Content, type Response, resolved, type Schema } from './open-api.ts';
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

/** The name of the page of an operation, such as `reference-list-people`. */
export const operationPageName = ({ name }: Reference, { operation }: PlacedOperation): string =>
  `${name}-${kebabCase(operation.operationId)}`;

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

/** The schema of a body: its fields, and where it is described. */
const bodyContent = (reference: Reference, content: Content = {}): string =>
  Object.entries(content)
    .map(([type, { schema }]) => {
      const links = linkToSchema(reference);
      const target: Schema = schema.$ref === undefined ? schema : fieldsOfRef(reference, schema.$ref);
      return `${inlineCode(type)}: ${schemaType(schema, links)}\n\n${schemaContent(target, links)}`;
    })
    .join('\n');

const fieldsOfRef = ({ document }: Reference, $ref: string): Schema =>
  resolved<Schema>({ $ref }, document.components.schemas);

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

${successes.map(([status, response]) => successSection(reference, status, resolved(response, components.responses))).join('')}
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
