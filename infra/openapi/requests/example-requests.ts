import { FILTERS, type Filter } from '../../../shared/kinds/filters.ts';
import { camelOf, KIND_NAMES } from '../../../shared/kinds/names.ts';
import { DEMO_IDS } from '../../demo-ids.ts';
import { type DocumentOperation, type DocumentParameter, operationsOf } from './document.ts';

/** A parameter with a value that works; `{{name}}` in it is a variable. */
export interface ExampleParameter {
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** A variable that a response sets: the value at a path of its body, such as `items.0.id`. */
export interface SavedVariable {
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** One request per operation, from which Postman collections and `.http` files are made. */
export interface ExampleRequest
  extends Pick<
    DocumentOperation,
    'operationId' | 'method' | 'path' | 'tag' | 'summary' | 'description' | 'needsKey' | 'status'
  > {
  /** The variable in the place of `{id}`. */
  readonly pathParameters: readonly ExampleParameter[];
  readonly query: readonly ExampleParameter[];
  readonly headers: readonly ExampleParameter[];
  readonly body: unknown;
  readonly saves: readonly SavedVariable[];
}

/** The requests of an API, and the variables that they refer to, with their first values. */
export interface ExampleRequests {
  readonly requests: readonly ExampleRequest[];
  readonly variables: ReadonlyMap<string, string>;
}

/** `call-list` for `/v1/call-list` and `/v1/call-list/{id}`. */
const resourceOf = (path: string): string => path.split('/')[2] ?? '';

const idVariable = (resource: string): string => `${camelOf(resource)}Id`;
/** A cursor is only valid for the operation that returned it. */
const cursorVariable = ({ operationId }: DocumentOperation): string => `${operationId}Cursor`;
const SINCE_VARIABLE = 'eventTimestamp';

const variable = (name: string): string => `{{${name}}}`;

/** The first item of the page that the document shows as an example. */
const sampleItem = ({ responseExample }: DocumentOperation): unknown =>
  (responseExample as { readonly items?: readonly unknown[] } | undefined)?.items?.[0];

const firstAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((each, name) => [Object([each].flat()[0])[name]].flat()[0], value);

/** The value by which a lookup finds the record that the document shows as an example. */
const foundValue = (operation: DocumentOperation, name: string): string | undefined => {
  const kind = KIND_NAMES.find((each) => each === resourceOf(operation.path));
  const filter =
    kind &&
    Object.values<Filter>(FILTERS[kind]).find((each) => 'parameter' in each && each.parameter === name);
  if (filter === undefined || !('by' in filter) || filter.by === null) return undefined;
  const value = firstAt(sampleItem(operation), [filter.by].flat()[0] ?? '');
  if (filter.compare !== 'external-id') return value === undefined ? undefined : String(value);
  const { source, id } = Object(value);
  return `${source}:${id}`;
};

/** Values that differ from those of the examples, most of them of demo records. */
const VALUES: Readonly<Record<string, (operation: DocumentOperation) => string>> = {
  ...Object.fromEntries(KIND_NAMES.map(idVariable).map((name) => [name, () => variable(name)])),
  id: ({ path }) => variable(idVariable(resourceOf(path))),
  cursor: (operation) => variable(cursorVariable(operation)),
  // A fixed time would be older than the events that are kept.
  since: () => variable(SINCE_VARIABLE),
  ownerId: () => 'owner-1',
  tag: () => 'vip',
  value: () => 'vip',
  name: () => 'ac',
};

const exampleValue = (
  operation: DocumentOperation,
  { name, schema, example, description }: DocumentParameter,
): string => {
  const own = VALUES[name]?.(operation) ?? foundValue(operation, name);
  if (own !== undefined) return own;
  // The last value shows more than the first, which is often the default.
  const choices = schema.items?.enum ?? schema.enum;
  if (choices !== undefined)
    return String(schema.items === undefined ? choices.at(-1) : (choices[1] ?? choices[0]));
  if (schema.type === 'boolean') return 'true';
  if (schema.format === 'date-time') return '2026-01-31T09:30:00.000Z';
  // The paths of fields after the second may need `include`.
  const value = example ?? schema.default ?? /such as `([^,`]+,[^,`]+)/.exec(description)?.[1];
  if (value !== undefined) return String(value);
  throw new Error(`The parameter ${name} of ${operation.path} has no example value. Add one to VALUES.`);
};

/** A created record comes before those who read or delete it, and is deleted last. */
const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];

const inOrder = (operations: readonly DocumentOperation[]): readonly DocumentOperation[] => {
  const place = ({ path, method }: DocumentOperation): number =>
    path.includes('{') ? ORDER.indexOf(method) + 1 : method === 'GET' ? 0 : 1;
  const resources = [...new Set(operations.map(({ path }) => resourceOf(path)))];
  return resources.flatMap((resource) =>
    operations.filter(({ path }) => resourceOf(path) === resource).toSorted((a, b) => place(a) - place(b)),
  );
};

const savesOf = (
  operation: DocumentOperation,
  operations: readonly DocumentOperation[],
  used: ReadonlySet<string>,
): readonly SavedVariable[] => {
  const { path, method, operationId } = operation;
  // What requests can create, they must not delete unless they created it.
  const isCreatedElsewhere =
    method === 'GET' && operations.some((each) => each.path === path && each.method === 'POST');
  const cursor = { name: cursorVariable(operation), path: ['nextCursor'] };
  const id = {
    name: idVariable(resourceOf(path)),
    path: sampleItem(operation) === undefined ? ['id'] : ['items', 0, 'id'],
  };
  const since = { name: SINCE_VARIABLE, path: ['items', 0, 'timestamp'] };
  return [
    cursor,
    ...(path.includes('{') || isCreatedElsewhere ? [] : [id]),
    ...(operationId === 'listEvents' ? [since] : []),
  ].filter(({ name }) => used.has(name));
};

const variablesIn = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => [...value.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name));

/**
 * One request per operation of an OpenAPI document. The ids are those of the demo records.
 *
 * @throws Error for a parameter that has no example value
 */
export const exampleRequests = (document: object): ExampleRequests => {
  const all = inOrder(operationsOf(document));
  const operations = all.map((operation) => {
    const of = (place: DocumentParameter['in']): readonly ExampleParameter[] =>
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => ({
          name: parameter.name,
          value: exampleValue(operation, parameter),
          description: parameter.description,
          isRequired: parameter.required === true,
        }));
    return { operation, pathParameters: of('path'), query: of('query'), headers: of('header') };
  });
  const used = new Set(
    variablesIn(
      operations.flatMap(({ pathParameters, query }) =>
        [...pathParameters, ...query].map(({ value }) => value),
      ),
    ),
  );
  const demo = new Map<string, string>(Object.entries(DEMO_IDS).map(([name, id]) => [idVariable(name), id]));
  return {
    requests: operations.map(({ operation, ...parameters }) => ({
      ...operation,
      ...parameters,
      body: operation.requestExample,
      saves: savesOf(operation, all, used),
    })),
    variables: new Map([...used].map((name) => [name, demo.get(name) ?? ''])),
  };
};
