import { escapeMarkdown, inlineCode, table, valueCode } from './markdown-text.ts';
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

/** An API and the name of its first page, with which the names of its other pages start. */
export interface Reference {
  readonly name: string;
  readonly document: OpenApiDocument;
}

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

/** The schemas described with what they belong to, and not among those of records. */
export const isEventSchema = (name: string): boolean => name.endsWith('Event');
export const isProblemSchema = (name: string): boolean => name.endsWith('Problem');

/** The link to a schema of an API: to the page of its kind. */
export const linkToSchema =
  ({ name: page }: Reference) =>
  (name: string): string => {
    const kind = isEventSchema(name) ? 'webhooks' : isProblemSchema(name) ? 'errors' : 'schemas';
    return `${page}-${kind}.md#${encodeURIComponent(name.toLowerCase())}`;
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
        `${inlineCode(each.name ?? '')} ${escapeMarkdown(each.in ?? '')}${each.required === true ? ', required' : ''}`,
        ...parameterCells(reference, each),
      ]),
  );

/** The name of a shared response, such as an error. */
export const responseName = (response: object): string | undefined =>
  '$ref' in response ? nameOfRef(String(response.$ref)) : undefined;
