import type { IncomingMessage } from 'node:http';
import type { FunctionPool } from '../lambda/function-pool.ts';
import type { ApiDefinition, AuthorizerDefinition, LambdaIntegration } from './api-definition.ts';
import type { AuthorizerContext } from './authorizer-context.ts';
import type { ContextLookup } from './context-variables.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { GatewayResponse } from './gateway-response.ts';
import { createMethodThrottles } from './method-throttles.ts';
import {
  type Authorization,
  authorizerEvent,
  methodArn,
  proxyEvent,
  type RoutedRequest,
} from './proxy-event.ts';
import { parseProxyResponse } from './proxy-response.ts';
import { type RequestHead, readRequest } from './request.ts';
import { askAuthorizer } from './request-authorizer.ts';
import { contextLookup } from './request-variables.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { UsagePlans } from './usage-plans.ts';
import { requireToken, type VerifyToken } from './user-pool-authorizer.ts';

/** Everything that answering requests takes. */
export interface RequestHandlerDependencies {
  readonly api: ApiDefinition;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, FunctionPool>;
  readonly usagePlans: UsagePlans;
  readonly usageMeter: UsageMeter;
  readonly domainName: () => string;
  readonly verifyToken: VerifyToken;
  /** Told of what should never happen: a mistake of the runner itself. */
  readonly onError: (error: unknown) => void;
}

/** A response and what is known about the request behind it, for the access log. */
export interface Answer {
  readonly response: GatewayResponse;
  readonly lookup: ContextLookup;
}

export type RequestHandler = (message: IncomingMessage, head: RequestHead) => Promise<Answer>;

/** Longer ones get 414 from API Gateway. In bytes, by the documentation of Lambda authorizers. */
const MAX_METHOD_ARN = 1_600;

const functionOf = (functions: ReadonlyMap<string, FunctionPool>, arn: string): FunctionPool => {
  const pool = functions.get(arn);
  if (pool === undefined) throw new GatewayFailure('API_CONFIGURATION_ERROR', 'Internal server error');
  return pool;
};

const callFunction = async (
  pool: FunctionPool,
  { timeoutMilliseconds }: LambdaIntegration,
  requestId: string,
  event: string,
): Promise<GatewayResponse> => {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMilliseconds);
  });
  const result = await Promise.race([pool.invoke(requestId, event), timedOut]);
  clearTimeout(timer);
  if (result === undefined) throw new GatewayFailure('INTEGRATION_TIMEOUT', 'Endpoint request timed out');
  // A function that runs into its own time limit fails like any other: only the gateway's limit is a 504.
  if ('error' in result) throw new GatewayFailure('DEFAULT_5XX', 'Internal server error', 502);
  return parseProxyResponse(result.payload);
};

/** Answers requests in the order of steps that API Gateway takes. Never rejected. */
export const createRequestHandler = (dependencies: RequestHandlerDependencies): RequestHandler => {
  const { api, functions, usagePlans, usageMeter, domainName, verifyToken, onError } = dependencies;
  const isWithinThrottle = createMethodThrottles();

  const callerOf = async (
    authorizer: AuthorizerDefinition,
    routed: RoutedRequest,
  ): Promise<AuthorizerContext> => {
    if ('userPoolArns' in authorizer) return requireToken(verifyToken, authorizer.audience, routed.request);
    const arn = methodArn(routed);
    if (arn.length > MAX_METHOD_ARN) throw new GatewayFailure('DEFAULT_4XX', 'Request-URI Too Long', 414);
    const event = JSON.stringify(authorizerEvent(routed));
    return askAuthorizer(functionOf(functions, authorizer.functionArn), routed.request.id, event, arn);
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
    if (!isWithinThrottle(method)) throw new GatewayFailure('THROTTLED', 'Too Many Requests');
    if ('mock' in method.integration) {
      const lookup = contextLookup(api, head, routed, authorization);
      return method.integration.mock(message.headers['content-type'], lookup);
    }
    const event = JSON.stringify(proxyEvent(routed, authorization));
    const pool = functionOf(functions, method.integration.functionArn);
    return await callFunction(pool, method.integration, request.id, event);
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
      return { response, lookup: contextLookup(api, head, routed, authorization) };
    } catch (error) {
      if (!(error instanceof GatewayFailure)) onError(error);
      const failure =
        error instanceof GatewayFailure ? error : new GatewayFailure('DEFAULT_5XX', 'Internal server error');
      const lookup = contextLookup(api, head, routed, authorization, failure);
      return { response: api.gatewayResponses(failure, lookup), lookup };
    }
  };
};
