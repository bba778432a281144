import { ROUTES, type Route, type RouteName } from '../../routes.ts';
import { headers } from '../headers.ts';
import { type JsonObject, reference } from '../json-object.ts';
import { pathParameters, queryParameters } from '../parameters.ts';
import { problemReferences } from '../problem-response.ts';
import { RESPONSE_EXAMPLES } from './examples.ts';
import type { ProblemResponseName } from './problems.ts';

interface OperationText {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Describes the path's `{id}`. */
  readonly id: string;
  /** The schema name of the success body. */
  readonly schema: string;
  readonly isPaged: boolean;
  /** The descriptions of the query parameters, by name. */
  readonly query: Readonly<Record<string, string>>;
}

const PAGING = {
  limit: 'The maximum number of items per page.',
  cursor:
    'The `nextCursor` of the previous page. It never expires, and is valid only with the same filters and sort.',
};

/** The documentation of each operation. A route without one does not compile. */
const TEXTS: Readonly<Record<RouteName, OperationText>> = {
  getPerson: {
    tag: 'People',
    summary: 'Get a person',
    description: 'Returns a person with all fields. Absent values are `null`, never omitted.',
    id: 'The id of the person.',
    schema: 'Person',
    isPaged: false,
    query: {},
  },
  getCompany: {
    tag: 'Companies',
    summary: 'Get a company',
    description: 'Returns a company with all fields. Absent values are `null`, never omitted.',
    id: 'The id of the company.',
    schema: 'Company',
    isPaged: false,
    query: {},
  },
  listCallLists: {
    tag: 'Call lists',
    summary: 'List call lists',
    description:
      'Returns the call lists of the organization, newest first by default. Every page but the last has a `nextCursor` and the equivalent `Link` header.',
    id: '',
    schema: 'CallListPage',
    isPaged: true,
    query: {
      ...PAGING,
      isLocked: 'Only locked (`true`) or unlocked (`false`) call lists.',
      createdAfter:
        'Only call lists created after this RFC 3339 date-time, with at most millisecond precision.',
      createdBefore:
        'Only call lists created before this RFC 3339 date-time, with at most millisecond precision.',
      sort: 'Sorts by creation time: oldest first, or newest first with `-`.',
    },
  },
  getCallList: {
    tag: 'Call lists',
    summary: 'Get a call list with its entries',
    description:
      'Returns a call list with a page of its entries, sorted by `position`. With `include`, each entry embeds its person or company, which saves a request per entry.',
    id: 'The id of the call list.',
    schema: 'CallListWithEntries',
    isPaged: true,
    query: {
      ...PAGING,
      limit:
        'The maximum number of entries per page. A page holds fewer if its records exceed the response size; `nextCursor` continues from there.',
      include:
        'The records to embed in each entry. `person` requires the permission `person:read`, and `company` requires `company:read`.',
    },
  },
};

const refusals = ({ path }: Route): Readonly<Record<string, ProblemResponseName>> => ({
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  ...(path.includes('{id}') ? { 404: 'NotFound' } : {}),
  413: 'ContentTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
});

const operation = (name: RouteName): JsonObject => {
  const route: Route = ROUTES[name];
  const { tag, summary, description, id, schema, isPaged, query } = TEXTS[name];
  const link = isPaged ? (['NextLink'] as const) : [];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description}\n\nRequires the permission \`${route.permission}\`.`,
    security: [{ apiKey: [route.permission] }],
    parameters: [
      ...pathParameters(route.path, id),
      ...queryParameters(route.query, query),
      reference('parameters', 'IfNoneMatch'),
    ],
    responses: {
      200: {
        description: 'Success.',
        headers: headers('RequestId', 'ETag', 'PrivateNoCache', 'Vary', 'RateLimitPolicy', ...link),
        content: {
          'application/json': {
            schema: reference('schemas', schema),
            examples: RESPONSE_EXAMPLES[name],
          },
        },
      },
      304: {
        description: 'Unchanged since the response whose `ETag` was sent as `If-None-Match`.',
        headers: headers('RequestId', 'ETag', 'PrivateNoCache', 'Vary', 'RateLimitPolicy', ...link),
      },
      ...problemReferences(refusals(route)),
    },
  };
};

/** A path item for each route of the data API. */
export const routePaths = (): JsonObject =>
  Object.fromEntries(
    (Object.keys(ROUTES) as RouteName[]).map((name) => [ROUTES[name].path, { get: operation(name) }]),
  );
