import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { problemResponses } from '../../http/problem-responses.ts';
import { type DeclaredRoute, proxiedRoutes } from '../../http/proxied-routes.ts';
import { requestLog } from '../../http/request-log.ts';

/**
 * Creates the Lambda handler for the methods that no path below an area of the admin API has. It gets
 * requests without authentication, so it answers them with 404 or 405, and nothing else.
 */
export const refuseRequest = (routes: readonly DeclaredRoute[]) =>
  middy((event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    throw new Error(`API Gateway sent ${event.httpMethod} ${event.resource} to the wrong function.`);
  })
    .use(requestLog(() => ({})))
    .use(problemResponses())
    .use(proxiedRoutes(routes));
