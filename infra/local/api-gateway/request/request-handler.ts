import type { IncomingMessage } from 'node:http';
import type { VerifyToken } from '../../cognito/tokens/token-verifier.ts';
import type { FunctionPool } from '../../lambda/function-pool.ts';
import type { ApiDefinition, AuthorizerDefinition, MethodDefinition } from '../definition/api-definition.ts';
import type { ContextLookup } from '../definition/context-variables.ts';
import { GatewayFailure } from '../definition/gateway-failure.ts';
import type { GatewayResponse } from '../definition/gateway-responses.ts';
import { createTokenBuckets } from '../keys/token-bucket.ts';
import type { UsageMeter } from '../keys/usage-meter.ts';
import type { UsagePlans } from '../keys/usage-plans.ts';
import {
  type Authorization,
  type AuthorizerContext,
  authorizerEvent,
  methodArn,
  proxyEvent,
  type RoutedRequest,
} from './proxy-event.ts';
import { parseProxyResponse } from './proxy-response.ts';
import { type RequestHead, readRequest } from './request.ts';
import { callAuthorizer } from './request-authorizer.ts';
import { contextLookup } from './request-variables.ts';
import { requireToken } from './user-pool-authorizer.ts';

export interface RequestHandlerDependencies {
  readonly api: ApiDefinition;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, FunctionPool>;
  readonly usagePlans: UsagePlans;
  readonly usageMeter: UsageMeter;
  readonly domainName: () => string;
  readonly verifyToken: VerifyToken;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** A response with the variables of its request, for the access log. */
export interface Answer {
  readonly response: GatewayResponse;
  readonly lookup: ContextLookup;
}

export type RequestHandler = (message: IncomingMessage, head: RequestHead) => Promise<Answer>;

/** In bytes; API Gateway answers longer ones with 414, by the documentation of Lambda authorizers. */
const MAX_METHOD_ARN = 1_600;

/** API Gateway's limit for an integration. */
const INTEGRATION_MILLISECONDS = 29_000;

const functionOf = (functions: ReadonlyMap<string, FunctionPool>, arn: string): FunctionPool => {
  const pool = functions.get(arn);
  if (pool === undefined) throw new GatewayFailure('API_CONFIGURATION_ERROR', 'Internal server error');
  return pool;
};

const callFunction = async (
  pool: FunctionPool,
  requestId: string,
  event: string,
): Promise<GatewayResponse> => {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), INTEGRATION_MILLISECONDS);
  });
  const result = await Promise.race([pool.invoke(requestId, event), timedOut]);
  clearTimeout(timer);
  if (result === undefined) throw new GatewayFailure('INTEGRATION_TIMEOUT', 'Endpoint request timed out');
  // A function that exceeds its own timeout fails like any other; only the gateway's limit is a 504.
  if ('error' in result) throw new GatewayFailure('DEFAULT_5XX', 'Internal server error', 502);
  return parseProxyResponse(result.payload);
};

/** Handles requests in API Gateway's order of steps. Never rejects. */
export const createRequestHandler = (dependencies: RequestHandlerDependencies): RequestHandler => {
  const { api, functions, usagePlans, usageMeter, domainName, verifyToken, onError } = dependencies;
  const takeToken = createTokenBuckets<MethodDefinition>();

  const callerOf = async (
    authorizer: AuthorizerDefinition,
    routed: RoutedRequest,
  ): Promise<AuthorizerContext> => {
    if ('userPoolArns' in authorizer) return requireToken(verifyToken, authorizer.audience, routed.request);
    const arn = methodArn(routed);
    if (arn.length > MAX_METHOD_ARN) throw new GatewayFailure('DEFAULT_4XX', 'Request-URI Too Long', 414);
    const event = JSON.stringify(authorizerEvent(routed));
    return callAuthorizer(functionOf(functions, authorizer.functionArn), routed.request.id, event, arn);
  };

  const authorizeRequest = async (routed: RoutedRequest, found: (authorization: Authorization) => void) => {
    const { authorizer, isApiKeyRequired } = routed.method;
    if (authorizer === undefined) return {};
    const context = await callerOf(authorizer, routed);
    found({ context });
    if (!context.isAllowed) {
      throw new GatewayFailure('ACCESS_DENIED', 'User is not authorized to access this resource');
    }
    const metered = usagePlans.find(context.usageIdentifierKey);
    if (isApiKeyRequired) {
      if (metered === undefined) throw new GatewayFailure('INVALID_API_KEY', 'Forbidden');
      const admission = usageMeter.admit(metered);
      if (admission === 'throttled') throw new GatewayFailure('THROTTLED', 'Too Many Requests');
      if (admission === 'quota-exceeded') throw new GatewayFailure('QUOTA_EXCEEDED', 'Limit Exceeded');
    }
    return { context, key: metered?.key };
  };

  const answer = async (
    message: IncomingMessage,
    head: RequestHead,
    know: (routed: RoutedRequest, authorization: Authorization) => void,
  ): Promise<GatewayResponse> => {
    const request = await readRequest(message, head);
    const match = api.router.match(request.method, request.segments);
    if (match === undefined) {
      throw new GatewayFailure('MISSING_AUTHENTICATION_TOKEN', 'Missing Authentication Token');
    }
    const { value: method, pathParameters } = match;
    const routed: RoutedRequest = { api, method, request, pathParameters, domainName: domainName() };
    know(routed, {});
    const authorization = await authorizeRequest(routed, (found) => know(routed, found));
    know(routed, authorization);
    if (!takeToken(method, method.throttle, Date.now()))
      throw new GatewayFailure('THROTTLED', 'Too Many Requests');
    if ('mock' in method.integration) {
      const lookup = contextLookup(head, routed, authorization);
      return method.integration.mock(message.headers['content-type'], lookup);
    }
    const event = JSON.stringify(proxyEvent(routed, authorization));
    const pool = functionOf(functions, method.integration.functionArn);
    return await callFunction(pool, request.id, event);
  };

  return async (message, head) => {
    let routed: RoutedRequest | undefined;
    let authorization: Authorization = {};
    const know = (knownRequest: RoutedRequest, knownAuthorization: Authorization): void => {
      routed = knownRequest;
      authorization = knownAuthorization;
    };
    try {
      const response = await answer(message, head, know);
      return { response, lookup: contextLookup(head, routed, authorization) };
    } catch (error) {
      if (!(error instanceof GatewayFailure)) onError(error);
      const failure =
        error instanceof GatewayFailure ? error : new GatewayFailure('DEFAULT_5XX', 'Internal server error');
      const lookup = contextLookup(head, routed, authorization, failure);
      return { response: api.gatewayResponses(failure, lookup), lookup };
    }
  };
};
