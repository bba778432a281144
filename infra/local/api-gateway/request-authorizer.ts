import { z } from 'zod';
import type { FunctionPool } from '../lambda/function-pool.ts';
import type { AuthorizerContext } from './authorizer-context.ts';
import { GatewayFailure } from './gateway-failure.ts';
import { isAllowed, policySchema } from './policy.ts';

const resultSchema = z.object({
  principalId: z.string(),
  policyDocument: policySchema,
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullish(),
  usageIdentifierKey: z.string().nullish(),
});

const parseResult = (payload: string): z.infer<typeof resultSchema> => {
  const result = resultSchema.safeParse(JSON.parse(payload));
  if (result.success) return result.data;
  throw new GatewayFailure('AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
};

/**
 * Asks a REQUEST authorizer, without a cache.
 *
 * @param event as JSON, of the type `REQUEST`
 * @throws GatewayFailure when the function refuses to say who is calling, fails, or returns what is no answer
 */
export const askAuthorizer = async (
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
  const { principalId, policyDocument, context, usageIdentifierKey } = parseResult(result.payload);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(context ?? {})) if (value !== null) values[name] = String(value);
  return {
    values: { ...values, principalId },
    usageIdentifierKey: usageIdentifierKey ?? undefined,
    milliseconds: Math.round(performance.now() - startedAt),
    isAllowed: isAllowed(policyDocument, methodArn),
  };
};
