import { z } from 'zod';
import type { FunctionPool } from '../../lambda/function-pool.ts';
import { GatewayFailure } from '../definition/gateway-failure.ts';
import type { AuthorizerContext } from './proxy-event.ts';

/** Strict: a policy that the runner does not evaluate is malformed here, instead of being read differently on AWS. */
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
export const readDecision = (payload: string, methodArn: string): Omit<AuthorizerContext, 'milliseconds'> => {
  const result = resultSchema.safeParse(JSON.parse(payload));
  if (!result.success) throw new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
  const { principalId, policyDocument, context, usageIdentifierKey } = result.data;
  const [{ Effect: effect, Resource: resource }] = policyDocument.Statement;
  return {
    values: { ...context, principalId },
    usageIdentifierKey,
    isAllowed: effect === 'Allow' && matches(resource, methodArn),
  };
};

/**
 * Calls a REQUEST authorizer, without a cache.
 *
 * @param event as JSON, of the type `REQUEST`
 * @throws GatewayFailure if the function rejects the caller, fails, or returns a malformed result
 */
export const callAuthorizer = async (
  authorizer: FunctionPool,
  requestId: string,
  event: string,
  methodArn: string,
): Promise<AuthorizerContext> => {
  const startedAt = performance.now();
  const result = await authorizer.invoke(requestId, event);
  if ('error' in result) {
    throw result.error.errorMessage === 'Unauthorized'
      ? new GatewayFailure('UNAUTHORIZED', 'Unauthorized')
      : new GatewayFailure('AUTHORIZER_FAILURE', 'Internal server error');
  }
  const milliseconds = Math.round(performance.now() - startedAt);
  return { ...readDecision(result.payload, methodArn), milliseconds };
};
