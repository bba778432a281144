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
  /** Of the `{id}` in the path. */
  readonly id: string;
  /** The name of the schema of its success. */
  readonly schema: string;
  readonly isPaged: boolean;
  /** Of the query parameters that are its own. */
  readonly query: Readonly<Record<string, string>>;
}

const PAGING = {
  limit: 'How many at most are on a page.',
  cursor:
    'The `nextCursor` of the page before. It does not expire and reaches any depth; it is good only under the same filters and sort.',
};

/** What readers are told about each operation. A new route does not compile without it. */
const TEXTS: Readonly<Record<RouteName, OperationText>> = {
  getPerson: {
    tag: 'People',
    summary: 'Get a person',
    description: 'One person, whole. Absent values are `null`, never missing.',
    id: 'The id of the person.',
    schema: 'Person',
    isPaged: false,
    query: {},
  },
  getCompany: {
    tag: 'Companies',
    summary: 'Get a company',
    description: 'One company, whole. Absent values are `null`, never missing.',
    id: 'The id of the company.',
    schema: 'Company',
    isPaged: false,
    query: {},
  },
  listCallLists: {
    tag: 'Call lists',
    summary: 'List call lists',
    description:
      'The call lists of the organization, newest first unless `sort` says otherwise. While more follow, a page has `nextCursor`, and the same as `Link`.',
    id: '',
    schema: 'CallListPage',
    isPaged: true,
    query: {
      ...PAGING,
      isLocked: 'Only those that are locked, or only those that are not.',
      createdAfter: 'Only those created later than this. An RFC 3339 date-time with at most milliseconds.',
      createdBefore: 'Only those created earlier than this. An RFC 3339 date-time with at most milliseconds.',
      sort: 'By creation: the oldest first, or with `-` the newest.',
    },
  },
  getCallList: {
    tag: 'Call lists',
    summary: 'Get a call list with its entries',
    description:
      'One call list with a page of its entries, in the order of `position`. With `include`, each entry also holds the whole person or company, so that one request replaces one for each entry.',
    id: 'The id of the call list.',
    schema: 'CallListWithEntries',
    isPaged: true,
    query: {
      ...PAGING,
      limit:
        'How many entries at most are on a page. A page whose records are too large for one response holds fewer; `nextCursor` goes on from there.',
      include:
        'The records to put into each entry. `person` also needs the permission `person:read`, `company` also `company:read`.',
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
    description: `${description}\n\nNeeds the permission \`${route.permission}\`.`,
    security: [{ apiKey: [route.permission] }],
    parameters: [
      ...pathParameters(route.path, id),
      ...queryParameters(route.query, query),
      reference('parameters', 'IfNoneMatch'),
    ],
    responses: {
      200: {
        description: 'Found.',
        headers: headers('RequestId', 'ETag', 'PrivateNoCache', 'Vary', 'RateLimitPolicy', ...link),
        content: {
          'application/json': {
            schema: reference('schemas', schema),
            examples: RESPONSE_EXAMPLES[name],
          },
        },
      },
      304: {
        description: 'Nothing has changed since the response whose `ETag` was sent as `If-None-Match`.',
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
