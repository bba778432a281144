import type { SampleData } from '../../support/records/sample-data.ts';
import { exampleKey, variantKey } from '../proxy.ts';
import { type Call, callOf } from './call.ts';
import { exampleResponses } from './example-responses.ts';
import type { Operation, OperationParameter } from './operations.ts';
import { VARIANTS } from './variant.ts';

type Values = Readonly<Record<string, unknown>>;

/** A service with sample data, and keys for it. */
export interface Sample {
  readonly document: Values;
  readonly serviceUrl: string;
  readonly data: SampleData;
  /** The id of an export that has completed. */
  readonly exportId: string;
  readonly apiKey: string;
  /** A key without permissions. */
  readonly powerlessKey: string;
}

const hasId = ({ path }: Operation): boolean => path.includes('{id}');

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** The ids of records by the path segment before `{id}`. */
const idsOf = ({ data, exportId }: Sample, path: string): readonly string[] => {
  const segment = /\/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? '';
  const records = {
    person: data.people,
    company: data.companies,
    'call-list': data.callLists,
    export: [{ id: exportId }],
  }[segment];
  if (records === undefined) throw new Error(`There is no sample data for ${path}. Add its kind to idsOf.`);
  return records.map(({ id }) => id);
};

/** Values of a parameter that need no knowledge of the data: those of enums, lists of them and booleans. */
const choicesOf = ({ schema }: OperationParameter): readonly unknown[] => {
  const items = schema['items'] as Values | undefined;
  if (Array.isArray(items?.['enum'])) return [items['enum'], ...items['enum'].map((value) => [value])];
  // Generated clients decode one media type.
  const otherwise = Object.keys(Object(schema['x-media-types']));
  if (Array.isArray(schema['enum'])) return schema['enum'].filter((value) => !otherwise.includes(value));
  if (schema['type'] === 'boolean') return [true, false];
  return schema['format'] === 'date-time' ? ['2020-01-31T09:30:00.000Z', '2030-01-31T09:30:00.000Z'] : [];
};

/** The first choice of each required query parameter. */
const requiredOf = ({ parameters }: Operation): Values =>
  Object.fromEntries(
    parameters
      .filter((each) => each.in === 'query' && each.required === true)
      .map((each) => [each.name, choicesOf(each)[0]]),
  );

const PAGE_SIZE = 15;

interface Page {
  readonly items?: readonly { readonly id: string }[];
  readonly entries?: readonly { readonly id: string }[];
  readonly nextCursor?: string;
  /** Present in feeds, whose last page has a cursor as well. */
  readonly hasMore?: boolean;
}

/**
 * The arguments of each page, from the first to the last. Pages of recent changes repeat: only one counts.
 */
const pagesOf = async (
  { serviceUrl, apiKey }: Sample,
  operation: Operation,
  path: Values,
): Promise<readonly Values[]> => {
  const pages: Values[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const url = new URL(operation.path.replace('{id}', String(path['id'])), serviceUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const response = await fetch(url, { headers: { 'X-Api-Key': apiKey } });
    if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
    const page = (await response.json()) as Page;
    const ids = (page.items ?? page.entries ?? []).map(({ id }) => id);
    if (cursor === undefined || ids.some((id) => !seen.has(id))) pages.push({ ...path, ...query });
    for (const id of ids) seen.add(id);
    cursor = page.hasMore === false ? undefined : page.nextCursor;
  } while (cursor !== undefined);
  return pages;
};

const successes = async (sample: Sample, operation: Operation): Promise<readonly Values[]> => {
  const names = new Set(operation.parameters.map(({ name }) => name));
  const paths: readonly Values[] = hasId(operation)
    ? idsOf(sample, operation.path).map((id) => ({ id }))
    : [requiredOf(operation)];
  const [first = {}] = paths;
  const pages = names.has('cursor')
    ? (await Promise.all(paths.map((path) => pagesOf(sample, operation, path)))).flat()
    : paths;
  const choices = operation.parameters.flatMap((parameter) =>
    choicesOf(parameter).map((value) => ({ ...first, [parameter.name]: value })),
  );
  return [...pages, ...choices];
};

/** Errors of the service itself. Clients may refuse to send other invalid requests. */
const failures = (sample: Sample, operation: Operation): readonly Call[] => {
  if (!operation.needsKey) return [];
  const { apiKey, powerlessKey } = sample;
  const names = new Set(operation.parameters.map(({ name }) => name));
  const values = hasId(operation) ? { id: idsOf(sample, operation.path)[0] } : requiredOf(operation);
  const error = (status: number, errorSchema: string, more: Values, key = apiKey): Call =>
    callOf(operation, { ...values, ...more }, { apiKey: key, status, errorSchema });
  return [
    error(401, 'UnauthorizedProblem', {}, 'wrong'),
    ...(operation.needsPermission ? [error(403, 'ForbiddenProblem', {}, powerlessKey)] : []),
    ...(hasId(operation) ? [error(404, 'NotFoundProblem', { id: UNKNOWN_ID })] : []),
    ...(names.has('cursor') ? [error(400, 'InvalidRequestProblem', { cursor: 'bm9uc2Vuc2U' })] : []),
  ];
};

/**
 * Every call that a generated client must make and decode: each resource and page of the sample data, each
 * choice of a parameter, each variant, and each error, from the service or as an example of the document.
 */
export const sampleCalls = async (
  sample: Sample,
  operations: readonly Operation[],
): Promise<readonly Call[]> => {
  const calls = operations.map(async (operation) => {
    const { apiKey } = sample;
    const values = await successes(sample, operation);
    const included = values.findLast((each) => Object.values(each).some(Array.isArray)) ?? values[0] ?? {};
    const all = values.find((each) => Array.isArray(each['include'])) ?? included;
    return [
      ...values.map((each) => callOf(operation, each, { apiKey, status: 200 })),
      ...(operation.needsKey ? VARIANTS : []).map((variant) =>
        callOf(operation, all, { apiKey: variantKey(variant, apiKey), status: 200 }),
      ),
      ...failures(sample, operation),
      ...(operation.needsKey ? exampleResponses(sample.document, operation) : []).map((example) =>
        callOf(operation, values[0] ?? {}, {
          apiKey: exampleKey(example),
          status: example.status,
          ...(example.status !== 200 && { errorSchema: example.schemaName }),
        }),
      ),
    ];
  });
  return (await Promise.all(calls)).flat();
};
