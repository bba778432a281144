import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { VerifyToken } from '../../cognito/tokens/token-verifier.ts';
import type { FunctionPool } from '../../lambda/function-pool.ts';
import type { ApiDefinition, MethodDefinition } from '../definition/api-definition.ts';
import type { ContextVariables } from '../definition/context-variables.ts';
import { GatewayFailure, TOO_LARGE, TooLargeError } from '../definition/gateway-responses.ts';
import type { GatewayResponse } from '../definition/response-template.ts';
import type { UsageMeter } from '../keys/usage-meter.ts';
import type { UsagePlans } from '../keys/usage-plans.ts';
import { createTokenBuckets } from '../token-bucket.ts';
import { callAuthorizer, type Decision, requireToken } from './authorizers.ts';
import { type AuthorizerValues, proxyEvent, type RoutedRequest } from './proxy-event.ts';
import { parseProxyResponse } from './proxy-response.ts';
import { readRequest } from './request.ts';

export interface RequestHandlerDependencies {
  readonly api: ApiDefinition;
  /** By ARN. */
  readonly functions: ReadonlyMap<string, FunctionPool>;
  readonly usagePlans: UsagePlans;
  readonly usageMeter: UsageMeter;
  /** Where clients reach the API. */
  readonly url: () => URL;
  readonly verifyToken: VerifyToken;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** A response with the variables of its request, for the access log. */
export interface Answer {
  readonly response: GatewayResponse;
  readonly variables: ContextVariables;
}

export type RequestHandler = (message: IncomingMessage) => Promise<Answer>;

/** API Gateway's limit for an integration. */
const INTEGRATION_MILLISECONDS = 29_000;

const callFunction = async (
  pool: FunctionPool,
  requestId: string,
  event: string,
  isBinary: boolean,
): Promise<GatewayResponse> => {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), INTEGRATION_MILLISECONDS);
  });
  const result = await Promise.race([pool.invoke(requestId, event), timedOut]);
  clearTimeout(timer);
  if (result === undefined) throw new GatewayFailure('INTEGRATION_TIMEOUT');
  // A function that exceeds its own timeout fails like any other; only the gateway's limit is a 504.
  if ('error' in result) throw new GatewayFailure('DEFAULT_5XX');
  return parseProxyResponse(result.payload, isBinary);
};

const variablesOf = (message: IncomingMessage): ContextVariables =>
  new Map([
    ['requestId', randomUUID()],
    ['requestTimeEpoch', String(Date.now())],
    ['httpMethod', message.method ?? ''],
    ['identity.sourceIp', message.socket.remoteAddress ?? ''],
  ]);

const addAuthorizerValues = (
  variables: ContextVariables,
  values: AuthorizerValues,
  prefix = 'authorizer',
): void => {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') variables.set(`${prefix}.${name}`, value);
    else addAuthorizerValues(variables, value, `${prefix}.${name}`);
  }
};

/** Handles requests in API Gateway's order of steps. Never rejects. */
export const createRequestHandler = (dependencies: RequestHandlerDependencies): RequestHandler => {
  const { api, functions, usagePlans, usageMeter, url, verifyToken, onError } = dependencies;
  const takeToken = createTokenBuckets<MethodDefinition>();

  const functionOf = (arn: string): FunctionPool => {
    const pool = functions.get(arn);
    if (pool === undefined) throw new GatewayFailure('API_CONFIGURATION_ERROR');
    return pool;
  };

  const decide = async (routed: RoutedRequest): Promise<Decision> => {
    const { authorizer } = routed.method;
    if (authorizer === undefined) return { values: {}, isAllowed: true };
    return 'audience' in authorizer
      ? requireToken(verifyToken, authorizer.audience, routed)
      : callAuthorizer(functionOf(authorizer.functionArn), authorizer.header, routed);
  };

  const authorize = async (routed: RoutedRequest, variables: ContextVariables): Promise<AuthorizerValues> => {
    const startedAt = performance.now();
    const { values, usageIdentifierKey, isAllowed } = await decide(routed);
    if (routed.method.authorizer !== undefined) {
      variables.set('authorizer.latency', String(Math.round(performance.now() - startedAt)));
    }
    addAuthorizerValues(variables, values);
    if (!isAllowed) throw new GatewayFailure('ACCESS_DENIED');
    if (!routed.method.isApiKeyRequired) return values;
    const metered = usagePlans.findKnown(usageIdentifierKey);
    if (metered === undefined) throw new GatewayFailure('INVALID_API_KEY');
    const admission = usageMeter.admit(metered);
    if (admission === 'throttled') throw new GatewayFailure('THROTTLED');
    if (admission === 'quota-exceeded') throw new GatewayFailure('QUOTA_EXCEEDED');
    return values;
  };

  const answer = async (message: IncomingMessage, variables: ContextVariables): Promise<GatewayResponse> => {
    const request = await readRequest(message, variables.get('requestId') ?? '', url());
    const match = api.route(request.method, request.segments);
    if (match === undefined) throw new GatewayFailure('MISSING_AUTHENTICATION_TOKEN');
    const { method } = match;
    variables.set('resourcePath', method.resourcePath);
    const routed: RoutedRequest = { api, ...match, request, url: url() };
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
    const values = await authorize(routed, variables);
    if (!takeToken(method, method.throttle, Date.now())) throw new GatewayFailure('THROTTLED');
    if ('mock' in method.integration) {
      // PassthroughBehavior NEVER: only media types with a request template are accepted.
      const type = message.headers['content-type'] ?? 'application/json';
      const [name = ''] = type.split(';');
      if (!method.integration.mediaTypes.has(name.trim().toLowerCase()))
        throw new GatewayFailure('UNSUPPORTED_MEDIA_TYPE');
      return method.integration.mock(variables);
    }
    const event = JSON.stringify(proxyEvent(routed, values));
    return callFunction(functionOf(method.integration.functionArn), request.id, event, api.isBinary);
  };

  return async (message) => {
    const variables = variablesOf(message);
    try {
      return { response: await answer(message, variables), variables };
    } catch (error) {
      if (error instanceof TooLargeError) {
        variables.set('error.responseType', 'REQUEST_TOO_LARGE');
        return { response: TOO_LARGE, variables };
      }
      if (!(error instanceof GatewayFailure)) onError(error);
      const type = error instanceof GatewayFailure ? error.type : 'DEFAULT_5XX';
      variables.set('error.responseType', type);
      return { response: api.gatewayResponses[type](variables), variables };
    }
  };
};
