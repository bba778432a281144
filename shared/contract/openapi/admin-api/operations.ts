import type { AdminRoute } from '../../admin-route.ts';
import { ADMIN_ROUTES } from '../../admin-routes.ts';
import { headers, nextLink } from '../headers.ts';
import { type JsonObject, mapValues, pascalCase, reference } from '../json-object.ts';
import { parameters } from '../parameters.ts';
import { problemReferences, UNCONDITIONAL_PROBLEMS } from '../problem-response.ts';
import { ADMIN_EXAMPLES } from './examples.ts';
import { ADMIN_OPERATION_TEXTS, type AdminOperationName } from './operation-texts.ts';
import { ADMIN_PROBLEM_RESPONSES } from './problems.ts';

/** The tag of an operation, by the first segment of its path. */
const TAGS: Readonly<Record<string, string>> = {
  'api-keys': 'API keys',
  usage: 'Usage',
  'audit-log': 'Audit log',
  'try-requests': 'Trying requests',
  'webhook-endpoints': 'Webhooks',
  deliveries: 'Webhooks',
};

const PARAMETER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  id: 'The id of the key, endpoint or delivery.',
  limit: 'The maximum number of items per page.',
  cursor: 'The `nextCursor` of the previous page.',
  keyId: 'Only the usage of this key.',
  days: 'The number of days, up to and including today.',
  actorId: 'Only entries of this actor.',
  targetId: 'Only entries of this key, endpoint or user.',
  after: 'Only items after this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated.',
  before: 'Only items before this RFC 3339 date-time, exclusive. Digits beyond milliseconds are truncated.',
  state: 'Only deliveries in this state.',
};

/** `CreateApiKeyBody` for `createApiKey`. */
export const requestBodyName = (operation: string): string => `${pascalCase(operation)}Body`;

/** Errors of some operations only. */
const conditionalProblems = (name: AdminOperationName, { method, path, body }: AdminRoute) => [
  ...(path.includes('{id}') ? (['NotFound'] as const) : []),
  ...(method === 'GET' || name === 'tryRequest' ? [] : (['Conflict'] as const)),
  ...(body === undefined ? [] : (['UnsupportedMediaType'] as const)),
];

const content = (schema: string): JsonObject => {
  const example = ADMIN_EXAMPLES[schema];
  if (example === undefined)
    throw new Error(`The schema ${schema} has no example. Add one to ADMIN_EXAMPLES.`);
  return { 'application/json': { schema: reference('schemas', schema), example } };
};

const operation = (name: AdminOperationName): JsonObject => {
  const route: AdminRoute = ADMIN_ROUTES[name];
  const { summary, description, status = 200 } = ADMIN_OPERATION_TEXTS[name];
  const operationParameters = parameters(route, PARAMETER_DESCRIPTIONS);
  return {
    operationId: name,
    tags: [TAGS[route.path.split('/')[1] ?? '']],
    summary,
    description,
    ...(operationParameters.length === 0 ? {} : { parameters: operationParameters }),
    ...(route.body && { requestBody: { required: true, content: content(requestBodyName(name)) } }),
    responses: {
      [status]: {
        description: 'Success.',
        headers: headers('RequestId', 'NoStore', ...nextLink(route)),
        content: content(route.response),
      },
      ...problemReferences(ADMIN_PROBLEM_RESPONSES, [
        'Unauthorized',
        'Forbidden',
        ...UNCONDITIONAL_PROBLEMS,
        ...conditionalProblems(name, route),
      ]),
    },
  };
};

/** A path item for each path of the admin API. */
export const adminPaths = (): JsonObject => {
  const names = Object.keys(ADMIN_ROUTES) as AdminOperationName[];
  const byPath = Object.groupBy(names, (name) => ADMIN_ROUTES[name].path);
  return mapValues(byPath, (ofPath) =>
    Object.fromEntries(ofPath.map((name) => [ADMIN_ROUTES[name].method.toLowerCase(), operation(name)])),
  );
};
