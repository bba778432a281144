import type { AdminRoute } from '../../admin-route.ts';
import { ADMIN_ROUTES } from '../../admin-routes.ts';
import { headers } from '../headers.ts';
import { type JsonObject, reference } from '../json-object.ts';
import { pathParameters, queryParameters } from '../parameters.ts';
import { problemReferences } from '../problem-response.ts';
import { ADMIN_EXAMPLES } from './examples.ts';
import { ADMIN_OPERATION_TEXTS, type AdminOperationName } from './operation-texts.ts';
import type { AdminProblemResponseName } from './problems.ts';

const QUERY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: 'The maximum number of items per page.',
  cursor: 'The `nextCursor` of the previous page.',
  keyId: 'Only the usage of this key.',
  days: 'The number of days, up to and including today.',
  actorId: 'Only entries of this actor.',
  targetId: 'Only entries of this key, endpoint or user.',
  after: 'Only items after this RFC 3339 date-time, with at most millisecond precision.',
  before: 'Only items before this RFC 3339 date-time, with at most millisecond precision.',
  state: 'Only deliveries in this state.',
};

const refusals = (
  name: AdminOperationName,
  { method, path, body }: AdminRoute,
): Readonly<Record<string, AdminProblemResponseName>> => ({
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  ...(path.includes('{id}') ? { 404: 'NotFound' } : {}),
  ...(method === 'GET' || name === 'tryRequest' ? {} : { 409: 'Conflict' }),
  413: 'ContentTooLarge',
  ...(body === undefined ? {} : { 415: 'UnsupportedMediaType' }),
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
});

const content = (schema: string): JsonObject => {
  const example = ADMIN_EXAMPLES[schema];
  if (example === undefined)
    throw new Error(`The schema ${schema} has no example. Add one to ADMIN_EXAMPLES.`);
  return { 'application/json': { schema: reference('schemas', schema), example } };
};

const operation = (name: AdminOperationName): JsonObject => {
  const route: AdminRoute = ADMIN_ROUTES[name];
  const { tag, summary, description, status, request } = ADMIN_OPERATION_TEXTS[name];
  const parameters = [
    ...pathParameters(route.path, 'The id of the key, endpoint or delivery.'),
    ...queryParameters(route.query, QUERY_DESCRIPTIONS),
  ];
  const link = 'cursor' in route.query ? (['NextLink'] as const) : [];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: { required: true, content: content(request) } }),
    responses: {
      [status]: {
        description: 'Success.',
        headers: headers('RequestId', 'NoStore', ...link),
        content: content(route.response),
      },
      ...problemReferences(refusals(name, route)),
    },
  };
};

/** A path item for each path of the admin API. */
export const adminPaths = (): JsonObject => {
  const names = Object.keys(ADMIN_ROUTES) as AdminOperationName[];
  const byPath = Map.groupBy(names, (name) => ADMIN_ROUTES[name].path);
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map((name) => [ADMIN_ROUTES[name].method.toLowerCase(), operation(name)])),
    ]),
  );
};
