import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { invalidRequest } from '../../../shared/contract/problems.ts';
import { OPENAPI_CACHE_CONTROL, OPENAPI_PATH } from '../../../shared/operations/openapi-route.ts';
import { conditionalGet } from '../../http/conditional-get.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import { baseUrlOf, readParameters } from '../../http/request.ts';
import { requestLog } from '../../http/request-log.ts';
import { JSON_CONTENT_TYPE, responseHeaders } from '../../http/response-headers.ts';

const ROUTE = { path: OPENAPI_PATH, query: {} } as const;

/**
 * Creates the Lambda handler that serves the OpenAPI document, without authentication.
 *
 * @param document its `servers` are replaced by the URL of the request, so that the document always points to
 *   the deployment that served it
 */
export const serveOpenApi = (document: Readonly<Record<string, unknown>>) =>
  middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const read = readParameters(ROUTE, event);
    if ('errors' in read) throw invalidRequest(read.errors);
    const url = baseUrlOf(event, OPENAPI_PATH);
    return {
      statusCode: 200,
      headers: {
        ...responseHeaders(event, JSON_CONTENT_TYPE, OPENAPI_CACHE_CONTROL),
        Vary: 'Accept-Encoding',
      },
      body: JSON.stringify({ ...document, servers: [{ url }] }),
    };
  })
    .use(requestLog(() => ({})))
    .use(problemResponses())
    .use(conditionalGet());
