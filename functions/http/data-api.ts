import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ResponseBody } from '../../shared/contract/response-bodies.ts';
import type { DataRoute } from '../../shared/operations/route.ts';
import {
  type Authenticator,
  type HttpHandler,
  type HttpRequest,
  httpFunction,
  operation,
} from './http-function.ts';
import type { readBody } from './json-body.ts';
import { fromContext, type KeyPrincipal } from './key-principal.ts';

/** A request of the data API. */
export type DataRequest<R extends DataRoute> = HttpRequest<R, KeyPrincipal>;

/** The handler of an operation of the data API. The type of the body follows the OpenAPI document. */
export type DataHandler<R extends DataRoute, B = ResponseBody<R['response']>> = HttpHandler<
  R,
  KeyPrincipal,
  B
>;

/** The caller of the data API, for the log. */
export const identifyKey = ({ requestContext: { authorizer } }: APIGatewayProxyEvent) => ({
  organizationId: authorizer?.['organizationId'],
  keyId: authorizer?.['keyId'],
});

/** Callers with an API key, which the authorizer has verified. */
export const API_KEYS: Authenticator<KeyPrincipal> = {
  authenticate: ({ requestContext }) => fromContext(requestContext.authorizer ?? undefined),
  identify: identifyKey,
  isCacheable: true,
};

/**
 * The Lambda handler of an operation of the data API.
 *
 * @param read `readBody` for a route with a body
 */
export const dataFunction = <R extends DataRoute, B>(
  route: R,
  handle: DataHandler<R, B>,
  read?: typeof readBody,
) => httpFunction(API_KEYS, [operation(route, handle, read)]);
