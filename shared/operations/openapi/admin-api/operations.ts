import { pathParameterOf } from '../../../contract/path-parameters.ts';
import { documentAppRoutes } from '../../admin-api/agents.ts';
import { documentEventRoutes } from '../../admin-api/events.ts';
import { documentExportRoutes } from '../../admin-api/exports.ts';
import { documentImportRoutes } from '../../admin-api/imports.ts';
import { documentApiKeyRoutes } from '../../admin-api/keys.ts';
import { documentOrganizationRoutes } from '../../admin-api/organizations.ts';
import { documentRecordRoutes } from '../../admin-api/records.ts';
import { ADMIN_ROUTES } from '../../admin-api/routes.ts';
import { documentWebhookRoutes } from '../../admin-api/webhooks.ts';
import {
  type AdminDocumentation,
  type AnyAdminDocumentation,
  COMMON_PARAMETERS,
} from '../../documentation.ts';
import type { AdminRoute } from '../../route.ts';
import { headers, nextLink } from '../headers.ts';
import { type JsonObject, mapValues, pascalCase, reference } from '../json-object.ts';
import { parameters } from '../parameters.ts';
import { problemReferences, UNCONDITIONAL_PROBLEMS } from '../problem-response.ts';
import { ADMIN_EXAMPLES } from './examples.ts';
import { ADMIN_PROBLEM_RESPONSES } from './problems.ts';
import { tagOf } from './tags.ts';

/** The documentation of each operation. */
const DOCUMENTATION: AdminDocumentation<typeof ADMIN_ROUTES> = {
  ...documentApiKeyRoutes(),
  ...documentAppRoutes(),
  ...documentWebhookRoutes(),
  ...documentRecordRoutes(),
  ...documentEventRoutes(),
  ...documentOrganizationRoutes(),
  ...documentImportRoutes(),
  ...documentExportRoutes(),
};

/** `CreateApiKeyBody` for `createApiKey`. */
export const requestBodyName = (operation: string): string => `${pascalCase(operation)}Body`;

/** Errors of some operations only. */
const conditionalProblems = (route: AdminRoute, texts: AnyAdminDocumentation) => {
  const { mayBeMissing = pathParameterOf(route.path) !== undefined, mayConflict = route.method !== 'GET' } =
    texts;
  return [
    ...(mayBeMissing ? (['NotFound'] as const) : []),
    ...(mayConflict ? (['Conflict'] as const) : []),
    ...(route.body === undefined ? [] : (['UnsupportedMediaType'] as const)),
  ];
};

type AdminOperationName = keyof typeof ADMIN_ROUTES;

const content = (schema: string): JsonObject => {
  const example = ADMIN_EXAMPLES[schema];
  if (example === undefined)
    throw new Error(`The schema ${schema} has no example. Add one to ADMIN_EXAMPLES.`);
  return { 'application/json': { schema: reference('schemas', schema), example } };
};

const operation = (name: AdminOperationName): JsonObject => {
  const route: AdminRoute = ADMIN_ROUTES[name];
  const texts: AnyAdminDocumentation = DOCUMENTATION[name];
  const { summary, description, status = 200 } = texts;
  const operationParameters = parameters(route, { ...COMMON_PARAMETERS, ...texts.parameters });
  return {
    operationId: name,
    tags: [tagOf(route)],
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
        ...conditionalProblems(route, texts),
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
