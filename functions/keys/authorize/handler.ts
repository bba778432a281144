import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { type AuthenticatedKey, authenticate } from '../../../shared/keys/authenticate.ts';
import { signAddress } from '../../../shared/keys/caller-address.ts';
import type { UseRecorder } from '../../../shared/keys/last-use.ts';
import { type LoggableRequest, loggableRequest } from '../../../shared/keys/requests/loggable-request.ts';
import type { RefusedRequest } from '../../../shared/keys/requests/refused-request.ts';
import { findRoute, UNKNOWN_PATH } from '../../../shared/operations/data-api/routes.ts';
import type { DataRoute } from '../../../shared/operations/route.ts';
import { MILLISECONDS_PER_DAY } from '../../../shared/runtime/durations.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { credentialOf } from '../../http/credential.ts';
import { headerValues } from '../../http/headers.ts';
import { toContext } from '../../http/key-principal.ts';
import { addressDenial, type Denial, passedOnAddress, permissionDenial } from './denial.ts';

/** API Gateway returns 401 for an authorizer that throws exactly this message. */
const unauthorized = (): Error => {
  const error = new Error('Unauthorized');
  // Lambda logs the error, and the stack is useless for an invalid key.
  error.stack = '';
  return error;
};

/**
 * The method of the API with any path. Results are not cached, so the policy applies to this request only,
 * and a path can contain characters with a meaning in ARN patterns.
 */
const resourceOf = (methodArn: string): string => `${methodArn.split('/').slice(0, 3).join('/')}/*`;

const policyOf = (Effect: 'Allow' | 'Deny', methodArn: string) => ({
  Version: '2012-10-17',
  Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: resourceOf(methodArn) }],
});

/** Whole seconds until midnight UTC, when API Gateway resets daily quotas. */
const secondsUntilReset = (time: Date): number => {
  const elapsed = time.getTime() % MILLISECONDS_PER_DAY;
  return Math.ceil((MILLISECONDS_PER_DAY - elapsed) / 1_000);
};

/** A route of the data API or of the MCP server, or {@link UNKNOWN_PATH}. */
type KeyedRoute = Pick<DataRoute, 'path' | 'permission' | 'query' | 'describesKey'>;

const routeOf = (httpMethod: string, resource: string): KeyedRoute | undefined =>
  [MCP_ROUTE, UNKNOWN_PATH].find(({ path }) => path === resource) ?? findRoute(httpMethod, resource);

/**
 * Whether a token is for this request. Tokens of connected apps are for the MCP server alone, as bearers; it
 * calls the data API with them.
 */
const isForRequest = (
  authenticated: AuthenticatedKey,
  route: KeyedRoute,
  headers: APIGatewayRequestAuthorizerEvent['multiValueHeaders'],
  now: Date,
): boolean =>
  authenticated.apiKey.client === null ||
  (route === MCP_ROUTE
    ? headerValues(headers, 'authorization').length > 0
    : passedOnAddress(authenticated, headers, now) !== undefined);

/** Lets a request without a valid key reach the 404 of an unknown path, which needs none. */
const unknownCaller = (methodArn: string): APIGatewayAuthorizerResult => ({
  principalId: 'unknown',
  policyDocument: policyOf('Allow', methodArn),
  context: {},
});

interface Decided {
  readonly limits: Readonly<Record<string, string>>;
  readonly denial: Denial | undefined;
  readonly signedAddress: string | undefined;
  readonly loggable: LoggableRequest;
}

const decision = (
  { apiKey: key, usageIdentifierKey, meteredPlan }: AuthenticatedKey,
  route: KeyedRoute,
  methodArn: string,
  { limits, denial, signedAddress, loggable }: Decided,
): APIGatewayAuthorizerResult => {
  return {
    principalId: key.id,
    policyDocument: policyOf(denial === undefined ? 'Allow' : 'Deny', methodArn),
    context: {
      ...toContext({
        organizationId: key.organizationId,
        keyId: key.id,
        permissions: new Set(key.permissions),
        // Never stale, because authorizer results are not cached.
        ...(route.describesKey === true && {
          key: {
            name: key.name,
            plan: meteredPlan,
            createdAt: key.createdAt,
            expiresAt: key.expiresAt,
            allowedAddresses: key.allowedAddresses,
            importSource: key.importSource,
          },
        }),
        ...(signedAddress !== undefined && { signedAddress }),
      }),
      ...limits,
      // The access log has these, whatever happens next: see `loggedCaller` of the data API.
      ...(key.ownerId !== null && { ownerId: key.ownerId }),
      ...loggable,
      // The gateway response shows it in the 403 document.
      ...denial,
    },
    usageIdentifierKey,
  };
};

export interface AuthorizerDependencies {
  readonly reader: TableReader;
  readonly now: () => Date;
  readonly recordUse: UseRecorder;
  /** Writes a line to the log. */
  readonly logRefusal: (request: RefusedRequest) => void;
  /** `RateLimit-Policy` headers by plan name. */
  readonly rateLimitPolicies: Readonly<Record<string, string>>;
}

/**
 * Authorizes a request: 401 (thrown as `Unauthorized`) unless it carries exactly one valid key, 403 (a Deny)
 * if the key must not be used at the caller's address or lacks the route's permission. Any other error
 * becomes a 503 (gateway-responses.ts). An unknown path is a 404 for everybody: the key only makes it known
 * whose request that was.
 */
export const createAuthorizer =
  ({ reader, now, recordUse, logRefusal, rateLimitPolicies }: AuthorizerDependencies) =>
  async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const { httpMethod, resource, requestContext } = event;
    const route = routeOf(httpMethod, resource);
    if (route === undefined) throw new Error(`No route is declared for ${httpMethod} ${resource}.`);
    const isUnknownPath = route === UNKNOWN_PATH;
    const refuse = (): APIGatewayAuthorizerResult => {
      if (isUnknownPath) return unknownCaller(event.methodArn);
      throw unauthorized();
    };
    const token = credentialOf(event.multiValueHeaders, route === MCP_ROUTE);
    if (token === undefined) return refuse();
    const time = now();
    // Made-up keys are refused without it.
    const loggable = () =>
      loggableRequest(route, {
        path: event.path,
        query: event.multiValueQueryStringParameters,
        userAgent: headerValues(event.multiValueHeaders, 'user-agent').at(-1),
      });
    const authenticated = await authenticate(reader, token, timestampOf(time), (apiKey, reason) =>
      logRefusal({
        requestId: requestContext.requestId,
        time: String(time.getTime()),
        method: httpMethod,
        route: resource,
        status: isUnknownPath ? '404' : '401',
        sourceIp: requestContext.identity.sourceIp,
        organizationId: apiKey.organizationId,
        keyId: apiKey.id,
        ...(apiKey.ownerId !== null && { ownerId: apiKey.ownerId }),
        ...loggable(),
        reason,
      }),
    );
    if (authenticated === undefined) return refuse();
    const { multiValueHeaders } = event;
    if (!isForRequest(authenticated, route, multiValueHeaders, time)) return refuse();
    await recordUse(authenticated.apiKey, time);
    const limits = {
      rateLimitPolicy: rateLimitPolicies[authenticated.meteredPlan] ?? '',
      // Gateway responses cannot compute it.
      quotaResetSeconds: String(secondsUntilReset(time)),
    };
    const { sourceIp } = requestContext.identity;
    const denial = isUnknownPath
      ? undefined
      : (addressDenial(authenticated, multiValueHeaders, sourceIp, time) ??
        permissionDenial(authenticated, route.permission));
    const { addressSecret } = authenticated;
    const signedAddress =
      route === MCP_ROUTE && addressSecret !== null ? signAddress(addressSecret, sourceIp, time) : undefined;
    return decision(authenticated, route, event.methodArn, {
      limits,
      denial,
      signedAddress,
      loggable: loggable(),
    });
  };
