import { z } from 'zod';
import type { VerifyToken } from '../../cognito/tokens/token-verifier.ts';
import type { FunctionPool } from '../../lambda/function-pool.ts';
import { GatewayFailure } from '../definition/gateway-responses.ts';
import { type AuthorizerValues, authorizerEvent, methodArn, type RoutedRequest } from './proxy-event.ts';

/** The decision of an authorizer. */
export interface Decision {
  readonly values: AuthorizerValues;
  readonly usageIdentifierKey?: string | undefined;
  readonly isAllowed: boolean;
}

/**
 * Strict: a policy that the runner does not evaluate is malformed here, instead of being read differently on
 * AWS.
 */
const resultSchema = z.strictObject({
  principalId: z.string(),
  policyDocument: z.strictObject({
    Version: z.literal('2012-10-17'),
    Statement: z.tuple([
      z.strictObject({
        Action: z.literal('execute-api:Invoke'),
        Effect: z.enum(['Allow', 'Deny']),
        Resource: z.string().regex(/^[^*?]*\*?$/, 'has a wildcard before its end'),
      }),
    ]),
  }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)),
  usageIdentifierKey: z.string().optional(),
});

const matches = (resource: string, arn: string): boolean =>
  resource.endsWith('*') ? arn.startsWith(resource.slice(0, -1)) : arn === resource;

/**
 * Reads what an authorizer returned about a request for a method.
 *
 * @throws GatewayFailure if it is malformed
 */
export const readDecision = (payload: string, arn: string): Decision => {
  const result = resultSchema.safeParse(JSON.parse(payload));
  if (!result.success) throw new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR');
  const { principalId, policyDocument, context, usageIdentifierKey } = result.data;
  const [{ Effect: effect, Resource: resource }] = policyDocument.Statement;
  return {
    values: { ...context, principalId },
    usageIdentifierKey,
    isAllowed: effect === 'Allow' && matches(resource, arn),
  };
};

/** The maximum in bytes. API Gateway rejects longer ones, by the documentation of Lambda authorizers. */
const MAX_METHOD_ARN = 1_600;

/**
 * Calls a REQUEST authorizer, without a cache.
 *
 * @param header the identity source, if there is one: without a value of it, the function is not invoked
 * @throws GatewayFailure if the header is absent or empty, or the function rejects the caller, fails, or
 *   returns a malformed result
 */
export const callAuthorizer = async (
  authorizer: FunctionPool,
  header: string | undefined,
  routed: RoutedRequest,
): Promise<Decision> => {
  if (header !== undefined && !routed.request.lastValue(header)) throw new GatewayFailure('UNAUTHORIZED');
  const arn = methodArn(routed);
  if (arn.length > MAX_METHOD_ARN) throw new GatewayFailure('DEFAULT_4XX');
  const result = await authorizer.invoke(routed.request.id, JSON.stringify(authorizerEvent(routed)));
  if ('payload' in result) return readDecision(result.payload, arn);
  const isRejected = result.error.errorMessage === 'Unauthorized';
  throw new GatewayFailure(isRejected ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
};

/**
 * Admits a request whose last `Authorization` header is a valid token, with or without a scheme, as an
 * authorizer of the type COGNITO_USER_POOLS does.
 *
 * @throws GatewayFailure (401) without one
 */
export const requireToken = async (
  verify: VerifyToken,
  audience: RegExp,
  { request }: RoutedRequest,
): Promise<Decision> => {
  const token = request.lastValue('authorization')?.replace(/^Bearer\s+/i, '');
  const claims = token === undefined ? undefined : await verify(token, audience);
  if (claims === undefined) throw new GatewayFailure('UNAUTHORIZED');
  return { values: { claims }, isAllowed: true };
};
