import { type Html, html, joined, NOTHING } from '../html.ts';
import type { Markdown } from '../markdown.ts';
import { contentOf, headerNames } from './content.ts';
import {
  nameOfRef,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Ref,
  type Response,
  resolved,
} from './open-api.ts';
import { schemaType, valueCode } from './schema-type.ts';
import { notes } from './schemas.ts';
import { table } from './table.ts';

/** An operation with its method and path. */
export interface PlacedOperation {
  readonly method: string;
  /** The path, or the event type of a webhook. */
  readonly path: string;
  readonly operation: Operation;
}

/** All operations of paths or webhooks. */
export const operationsOf = (items: OpenApiDocument['paths'] | undefined): readonly PlacedOperation[] =>
  Object.entries(items ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const parameterRow = (markdown: Markdown, parameter: Parameter): readonly Html[] => [
  html`<code>${parameter.name}</code> <span class="muted">${parameter.in}${parameter.required === true ? ', required' : ''}</span>`,
  schemaType(parameter.schema),
  html`${parameter.description === undefined ? NOTHING : markdown.renderInline(parameter.description)} ${
    parameter.schema.$ref === undefined ? notes({ ...parameter.schema, description: '' }, markdown) : NOTHING
  }${parameter.example === undefined ? NOTHING : html` For example ${valueCode(parameter.example)}`}`,
];

const statusText = (status: string): string => (status === 'default' ? 'any other' : status);

const responseRow = (
  { components }: OpenApiDocument,
  markdown: Markdown,
  [status, response]: readonly [string, Response | Ref],
): readonly Html[] => {
  const { description, content, headers } = resolved(response, components.responses);
  const body =
    '$ref' in response
      ? html`<p><a href="#response-${nameOfRef(response.$ref)}">${nameOfRef(response.$ref)}</a></p>`
      : contentOf(content);
  return [
    html`<code>${statusText(status)}</code>`,
    html`${markdown.renderInline(description)}${body}`,
    headerNames(headers),
  ];
};

const permissionsOf = ({ security }: Operation): Html => {
  if (security === undefined) return NOTHING;
  const scopes = security.flatMap((each) => Object.values(each).flat());
  if (security.length === 0) return html`<p>Requires no key.</p>`;
  return html`<p>Permission: ${joined(scopes.map(valueCode), ', ')}</p>`;
};

/** One operation; its anchor is `#OPERATION_ID`. */
export const operationSection = (
  document: OpenApiDocument,
  markdown: Markdown,
  { method, path, operation }: PlacedOperation,
  isWebhook = false,
): Html => {
  const { operationId, summary, description = '', requestBody, responses } = operation;
  const parameters = (operation.parameters ?? []).map((each) =>
    resolved(each, document.components.parameters),
  );
  return html`<section class="operation">
<h3 id="${operationId}">${summary}</h3>
<p class="endpoint"><span class="method">${method}</span> <code>${path}</code></p>
${markdown.render(description)}
${isWebhook ? NOTHING : permissionsOf(operation)}
${
  parameters.length === 0
    ? NOTHING
    : html`<h4>${isWebhook ? 'Headers' : 'Parameters'}</h4>
${table(
  `${isWebhook ? 'Headers' : 'Parameters'}: ${summary}`,
  ['Name', 'Type', 'Description'],
  parameters.map((each) => parameterRow(markdown, each)),
)}`
}${
  requestBody === undefined
    ? NOTHING
    : html`<h4>Body</h4>
${contentOf(requestBody.content)}`
}
<h4>${isWebhook ? 'Responses of your endpoint' : 'Responses'}</h4>
${table(
  `Responses: ${summary}`,
  isWebhook ? ['Status', 'Description'] : ['Status', 'Description', 'Headers'],
  Object.entries(responses).map((each) => responseRow(document, markdown, each).slice(0, isWebhook ? 2 : 3)),
)}</section>
`;
};
