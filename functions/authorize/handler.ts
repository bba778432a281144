import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type AuthenticatedKey, authenticate } from '../../shared/api-keys/authenticate.ts';
import type { UseRecorder } from '../../shared/api-keys/last-use.ts';
import { type Route, routeOfResource } from '../../shared/contract/routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { headerValues } from '../middleware/headers.ts';
import { toContext } from '../middleware/principal.ts';

/** API Gateway answers 401 for an authorizer that throws exactly this message. */
const unauthorized = (): Error => {
  const error = new Error('Unauthorized');
  // Lambda logs what is thrown; a stack says nothing about a client's wrong key.
  error.stack = '';
  return error;
};

/**
 * The whole method of the API, for any path: results are not cached, so the answer is only ever used for the
 * request that was asked about, and a path can hold characters that an ARN pattern would misread.
 */
const resourceOf = (methodArn: string): string => `${methodArn.split('/').slice(0, 3).join('/')}/*`;

const decision = (
  { apiKey: key, usageIdentifierKey }: AuthenticatedKey,
  route: Route,
  methodArn: string,
  rateLimitPolicy: string,
): APIGatewayAuthorizerResult => {
  const isAllowed = key.permissions.includes(route.permission);
  return {
    principalId: key.id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Action: 'execute-api:Invoke',
          Effect: isAllowed ? 'Allow' : 'Deny',
          Resource: resourceOf(methodArn),
        },
      ],
    },
    context: {
      ...toContext({
        organizationId: key.organizationId,
        keyId: key.id,
        permissions: new Set(key.permissions),
      }),
      rateLimitPolicy,
      // Shown in the 403 document by the gateway response.
      ...(isAllowed ? {} : { missingPermission: route.permission }),
    },
    usageIdentifierKey,
  };
};

export interface AuthorizerDependencies {
  readonly reader: TableReader;
  readonly now: () => Date;
  readonly recordUse: UseRecorder;
  /** `RateLimit-Policy` headers by plan name. */
  readonly rateLimitPolicies: Readonly<Record<string, string>>;
}

/**
 * Decides who may call: 401 (thrown as `Unauthorized`) unless the request carries exactly one valid key, 403
 * (a Deny) when the key lacks the permission of the route. Anything else that is thrown becomes a 500.
 */
export const createAuthorizer =
  ({ reader, now, recordUse, rateLimitPolicies }: AuthorizerDependencies) =>
  async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const route = routeOfResource(event.resource);
    if (route === undefined) throw new Error(`No route is declared for ${event.resource}.`);
    const tokens = headerValues(event.multiValueHeaders, 'x-api-key');
    const [token] = tokens;
    if (token === undefined || tokens.length > 1) throw unauthorized();
    const time = now();
    const authenticated = await authenticate(reader, token, timestampOf(time));
    if (authenticated === undefined) throw unauthorized();
    const { apiKey } = authenticated;
    await recordUse(apiKey, time);
    return decision(authenticated, route, event.methodArn, rateLimitPolicies[apiKey.plan] ?? '');
  };
