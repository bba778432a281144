import { OPENAPI_PATH } from '../../openapi-route.ts';
import { headers } from '../headers.ts';
import { type JsonObject, reference } from '../json-object.ts';
import { problemReferences } from '../problem-response.ts';
import type { ProblemResponseName } from './problems.ts';

const HEADERS = headers('RequestId', 'ETag', 'PublicForMinutes', 'Vary');

/** The path item of the OpenAPI document itself. */
export const descriptionPath = (): JsonObject => ({
  [OPENAPI_PATH]: {
    get: {
      operationId: 'getOpenApiDocument',
      tags: ['Description'],
      summary: 'Get this document',
      description: 'The OpenAPI document of this API, with the URL it was requested from. Requires no key.',
      security: [],
      parameters: [reference('parameters', 'IfNoneMatch')],
      responses: {
        200: {
          description: 'The document.',
          headers: HEADERS,
          content: { 'application/json': { schema: reference('schemas', 'OpenApiDocument') } },
        },
        304: {
          description: 'Unchanged since the response whose `ETag` was sent as `If-None-Match`.',
          headers: HEADERS,
        },
        ...problemReferences<ProblemResponseName>({
          400: 'BadRequest',
          413: 'ContentTooLarge',
          429: 'TooManyRequests',
          500: 'InternalServerError',
          503: 'ServiceUnavailable',
          504: 'GatewayTimeout',
        }),
      },
    },
  },
});
