import { type Html, html, joined } from '../html.ts';
import { referenceMarkdown } from '../markdown.ts';
import {
  type Content,
  nameOfRef,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItems,
  type Response,
  resolved,
} from './open-api.ts';
import { notes, schemaType, valueCode } from './schemas.ts';
import { table } from './table.ts';

/** An operation with its method and path. */
export interface PlacedOperation {
  readonly method: string;
  /** The path, or the event type of a webhook. */
  readonly path: string;
  readonly operation: Operation;
}

/** All operations of paths or webhooks. */
export const operationsOf = (items: PathItems = {}): readonly PlacedOperation[] =>
  Object.entries(items).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The schemas of a body, and collapsed examples. */
export const contentOf = (content: Content = {}): Html =>
  html`${Object.entries(content).map(([type, { schema, example, examples = {} }]) => {
    const all = [
      ...(example === undefined ? [] : [['Example', example] as const]),
      ...Object.values(examples).map(({ summary, value }) => [`Example: ${summary}`, value] as const),
    ];
    return html`<p><code>${type}</code>: ${schemaType(schema)}</p>
${all.map(
  ([title, value]) => html`<details><summary>${title}</summary>
<pre class="scroll" tabindex="0" role="group" aria-label="Example"><code>${JSON.stringify(value, null, 2)}</code></pre></details>
`,
)}`;
  })}`;

/** The header names of a response, linked to their descriptions. */
export const headerNames = ({ headers = {} }: Response): Html =>
  joined(
    Object.entries(headers).map(
      ([name, { $ref }]) => html`<a href="#header-${nameOfRef($ref)}"><code>${name}</code></a>`,
    ),
    ', ',
  );

/** The type and description of a parameter or header. */
export const parameterCells = ({ schema, description, example }: Parameter): readonly Html[] => [
  schemaType(schema),
  html`${notes(schema.$ref === undefined ? schema : {}, description)}${
    example !== undefined && html` For example ${valueCode(example)}`
  }`,
];

const permissionsOf = ({ security }: Operation): Html | undefined => {
  if (security === undefined) return undefined;
  const scopes = security.flatMap((each) => Object.values(each).flat());
  if (security.length === 0) return html`<p>Requires no key.</p>`;
  if (scopes.length === 0) return html`<p>Requires any valid key.</p>`;
  return html`<p>Permission: ${joined(scopes.map(valueCode), ', ')}</p>`;
};

/** One operation; its anchor is `#OPERATION_ID`. */
export const operationSection = (
  { components }: OpenApiDocument,
  { method, path, operation }: PlacedOperation,
  isWebhook = false,
): Html => {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const parameterHeading = isWebhook ? 'Headers' : 'Parameters';
  const parameterRows = parameters
    .map((each) => resolved(each, components.parameters))
    .map((each) => [
      html`<code>${each.name}</code> <span class="muted">${each.in}${each.required === true && ', required'}</span>`,
      ...parameterCells(each),
    ]);
  const responseRows = Object.entries(responses).map(([status, response]) => {
    const target = resolved(response, components.responses);
    const name = '$ref' in response && nameOfRef(response.$ref);
    const body = name ? html`<p><a href="#response-${name}">${name}</a></p>` : contentOf(target.content);
    return [
      html`<code>${status === 'default' ? 'any other' : status}</code>`,
      html`${referenceMarkdown.renderInline(target.description)}${body}`,
      ...(isWebhook ? [] : [headerNames(target)]),
    ];
  });
  return html`<section class="operation">
<h3 id="${operationId}">${summary}</h3>
<p class="endpoint"><span class="method">${method}</span> <code>${path}</code></p>
${referenceMarkdown.render(description)}
${!isWebhook && permissionsOf(operation)}
${
  parameters.length > 0 &&
  html`<h4>${parameterHeading}</h4>
${table(`${parameterHeading}: ${summary}`, ['Name', 'Type', 'Description'], parameterRows)}`
}${
  requestBody &&
  html`<h4>Body</h4>
${contentOf(requestBody.content)}`
}
<h4>${isWebhook ? 'Responses of your endpoint' : 'Responses'}</h4>
${table(
  `Responses: ${summary}`,
  ['Status', 'Description', ...(isWebhook ? [] : ['Headers'])],
  responseRows,
)}</section>
`;
};
