import { documentCallListRoutes } from '../../data-api/call-lists.ts';
import { documentCountRoutes } from '../../data-api/counts.ts';
import { documentEventRoutes } from '../../data-api/events.ts';
import { documentExportRoutes } from '../../data-api/exports.ts';
import { documentFieldRoutes } from '../../data-api/fields.ts';
import { documentImportRoutes } from '../../data-api/imports.ts';
import { documentKeyRoutes } from '../../data-api/keys.ts';
import { ROUTES, type RouteName } from '../../data-api/routes.ts';
import { documentWebhookRoutes } from '../../data-api/webhooks.ts';
import type { AnyDataDocumentation } from '../../documentation.ts';
import { OPENAPI_PATH } from '../../openapi-route.ts';
import type { DataRoute } from '../../route.ts';
import { type HeaderName, headers, nextLink } from '../headers.ts';
import { type JsonObject, mapValues, reference } from '../json-object.ts';
import { parameters } from '../parameters.ts';
import { problemReferences, UNCONDITIONAL_PROBLEMS } from '../problem-response.ts';
import { PROBLEM_RESPONSES } from './problems.ts';
import { documentRecordRoutes } from './records.ts';

/** The documentation of each operation. */
const DOCUMENTATION: Readonly<Record<RouteName, AnyDataDocumentation>> = {
  ...documentRecordRoutes(),
  ...documentCallListRoutes(),
  ...documentFieldRoutes(),
  ...documentCountRoutes(),
  ...documentKeyRoutes(),
  ...documentEventRoutes(),
  ...documentWebhookRoutes(),
  ...documentExportRoutes(),
  ...documentImportRoutes(),
};

const permissionText = ({ permission }: DataRoute): string =>
  permission === null
    ? 'Requires no permission: any valid key will do.'
    : `Requires the permission \`${permission}\`.`;

interface Operation {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The schema name of the success body. */
  readonly schema: string;
  /** The schema name of the request body. @default none */
  readonly body?: string | undefined;
  readonly status?: 201 | 202 | undefined;
  readonly otherStatus?: { readonly 200: string } | undefined;
  readonly operationId: string;
  readonly security: readonly JsonObject[];
  readonly parameters: readonly JsonObject[];
  readonly method: DataRoute['method'];
  /** Headers of successful responses, in addition to `X-Request-Id` and the `ETag` of reads. */
  readonly headers: readonly HeaderName[];
  readonly examples?: JsonObject | undefined;
  readonly bodyExample?: object | undefined;
  /** In addition to {@link UNCONDITIONAL_PROBLEMS}. */
  readonly problems: readonly (keyof typeof PROBLEM_RESPONSES)[];
}

/** The responses to a read, which a client may cache. */
const readResponses = (success: JsonObject, headers: JsonObject): JsonObject => ({
  200: success,
  304: {
    description: 'Unchanged since the response whose `ETag` was sent as `If-None-Match`.',
    headers,
  },
});

const requestBodyOf = ({ body, bodyExample }: Operation): JsonObject =>
  body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: reference('schemas', body), example: bodyExample } },
        },
      };

const operationObject = (operation: Operation): JsonObject => {
  const { method, schema, examples, status = 200, otherStatus, headers: names, problems } = operation;
  const { operationId, tag, summary, description, security, parameters } = operation;
  const isRead = method === 'GET';
  const responseHeaders = headers('RequestId', ...(isRead ? (['ETag'] as const) : []), ...names);
  const content = { schema: reference('schemas', schema), ...(examples && { examples }) };
  const success = {
    description: 'Success.',
    headers: responseHeaders,
    content: { 'application/json': content },
  };
  const all = [...parameters, ...(isRead ? [reference('parameters', 'IfNoneMatch')] : [])];
  return {
    [method.toLowerCase()]: {
      operationId,
      tags: [tag],
      summary,
      description,
      security,
      ...(all.length === 0 ? {} : { parameters: all }),
      ...requestBodyOf(operation),
      responses: {
        ...(isRead ? readResponses(success, responseHeaders) : { [status]: success }),
        ...(otherStatus && { 200: { ...success, description: otherStatus[200] } }),
        ...problemReferences(PROBLEM_RESPONSES, [...UNCONDITIONAL_PROBLEMS, ...problems]),
      },
    },
  };
};

const routeOperation = (name: RouteName): JsonObject => {
  const route: DataRoute = ROUTES[name];
  const {
    checksPermissions,
    parameters: texts,
    problems = [],
    ...documented
  }: AnyDataDocumentation = DOCUMENTATION[name];
  const { description, body, status } = documented;
  const cacheControl = route.method === 'GET' ? 'PrivateNoCache' : 'NoStore';
  return operationObject({
    operationId: name,
    method: route.method,
    schema: route.response,
    ...documented,
    description: checksPermissions ? description : `${description}\n\n${permissionText(route)}`,
    security: [{ apiKey: route.permission === null ? [] : [route.permission] }],
    parameters: [
      ...parameters(route, texts),
      ...(route.takesIdempotencyKey ? [reference('parameters', 'IdempotencyKey')] : []),
    ],
    headers: [
      cacheControl,
      'Vary',
      'RateLimitPolicy',
      ...nextLink(route),
      ...(status === 202 ? (['Location'] as const) : []),
    ],
    problems: [
      'Unauthorized',
      'Forbidden',
      ...(route.path.includes('{id}') ? (['NotFound'] as const) : []),
      ...problems,
      ...(body === undefined ? [] : (['Conflict', 'UnsupportedMediaType'] as const)),
      ...(route.takesIdempotencyKey ? (['IdempotencyMismatch'] as const) : []),
    ],
  });
};

/** A path item for each path of the data API, and for its OpenAPI document. */
export const dataApiPaths = (): JsonObject => {
  const names = Object.keys(ROUTES) as RouteName[];
  const byPath = Object.groupBy(names, (name) => ROUTES[name].path);
  return {
    ...mapValues(byPath, (ofPath) => Object.assign({}, ...ofPath.map(routeOperation))),
    [OPENAPI_PATH]: operationObject({
      operationId: 'getOpenApiDocument',
      method: 'GET',
      tag: 'Description',
      summary: 'Get this document',
      description: 'The OpenAPI document of this API, with the URL it was requested from. Requires no key.',
      schema: 'OpenApiDocument',
      security: [],
      parameters: [],
      headers: ['PublicForMinutes', 'Vary'],
      problems: [],
    }),
  };
};
