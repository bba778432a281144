import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { RATE_LIMIT_POLICY_HEADER } from '../../shared/contract/keys/rate-limit-policy.ts';

/** Adds the key's `RateLimit-Policy` to every response, errors included. */
export const rateLimitPolicy = (): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const add = (request: {
    readonly event: APIGatewayProxyEvent;
    response: APIGatewayProxyResult | null | undefined;
  }): void => {
    if (!request.response) return;
    const policy: unknown = request.event.requestContext.authorizer?.['rateLimitPolicy'];
    if (typeof policy !== 'string' || policy === '') return;
    const headers = { ...request.response.headers, [RATE_LIMIT_POLICY_HEADER]: policy };
    request.response = { ...request.response, headers };
  };
  return { after: add, onError: add };
};
