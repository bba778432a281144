import { escapeMarkdown, inlineCode, kebabCase, table, valueCode } from './markdown-text.ts';
import {
  nameOfRef,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItems,
  type Response,
  resolved,
} from './open-api.ts';
import { notes, schemaType } from './schemas.ts';

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

/** An API, and the pages of its reference. */
export interface Reference {
  /** The name of the first page, with which those of the others start. */
  readonly name: string;
  readonly document: OpenApiDocument;
  /**
   * The schemas that a page describes for itself, as only its operation or event has them: the page by
   * schema.
   */
  readonly ownSchemas: ReadonlyMap<string, string>;
}

/** The name of the page of an operation or event, such as `reference-list-people`. */
export const operationPageName = (name: string, { operation }: PlacedOperation): string =>
  `${name}-${kebabCase(operation.operationId)}`;

const schemaNamesIn = (value: unknown): ReadonlySet<string> =>
  new Set(
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name),
  );

/** Describes an API whose first page has this name. */
export const createReference = (name: string, document: OpenApiDocument): Reference => {
  const { schemas, responses } = document.components;
  const shared = schemaNamesIn([schemas, responses]);
  const operations = operationsOf(document.paths);
  const ofOperations = operations.flatMap((placed) =>
    [...schemaNamesIn(placed.operation)]
      .filter((schema) => !shared.has(schema))
      .filter((schema) => operations.every((each) => each === placed || !schemaNamesIn(each).has(schema)))
      .map((schema) => [schema, operationPageName(name, placed)] as const),
  );
  const ofEvents = operationsOf(document.webhooks).flatMap((placed) =>
    [...schemaNamesIn(placed.operation.requestBody)].map(
      (schema) => [schema, operationPageName(name, placed)] as const,
    ),
  );
  return { name, document, ownSchemas: new Map([...ofOperations, ...ofEvents]) };
};

/** Whether the page of errors describes a schema. */
export const isProblemSchema = (name: string): boolean => name.endsWith('Problem');

/** The link to a schema of an API. */
export const linkToSchema =
  ({ name: page, ownSchemas }: Reference) =>
  (name: string): string => {
    const own = ownSchemas.get(name);
    if (own !== undefined) return `${own}.md`;
    const part = isProblemSchema(name) ? 'errors' : 'schemas';
    return `${page}-${part}.md#${encodeURIComponent(name.toLowerCase())}`;
  };

/** The header names of a response, linked to their descriptions. */
export const headerNames = ({ name: page }: Reference, { headers = {} }: Response): string =>
  Object.keys(headers)
    .map((name) => `[${inlineCode(name)}](${page}-headers.md)`)
    .join(', ');

/** The type and description of a parameter or header. */
export const parameterCells = (
  reference: Reference,
  { schema, description, example }: Parameter,
): readonly string[] => [
  schemaType(schema, linkToSchema(reference)),
  `${notes(schema.$ref === undefined ? schema : {}, description)}${
    example === undefined ? '' : ` For example ${valueCode(example)}.`
  }`,
];

/** A table of the parameters of an operation, or the headers of a webhook. */
export const parameterTable = (reference: Reference, { parameters = [] }: Operation): string =>
  table(
    ['Name', 'Type', 'Description'],
    parameters
      .map((each) => resolved(each, reference.document.components.parameters))
      .map((each) => [
        `${inlineCode(each.name ?? '')} ${escapeMarkdown(each.in ?? '')}` +
          `${each.required === true ? ', required' : ''}`,
        ...parameterCells(reference, each),
      ]),
  );

/** The name of a shared response, such as an error. */
export const responseName = (response: object): string | undefined =>
  '$ref' in response ? nameOfRef(String(response.$ref)) : undefined;
