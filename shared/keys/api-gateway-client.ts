import { APIGatewayClient } from '@aws-sdk/client-api-gateway';

/** Per attempt, in milliseconds. Without them, a hanging call would use up the function's time limit. */
export const GATEWAY_TRY_LIMITS = { connectionTimeout: 500, requestTimeout: 3_000 } as const;

/**
 * The client that manages gateway keys, with the credentials and Region of the environment.
 *
 * @param maxAttempts per call, retries included
 */
export const createApiGatewayClient = (maxAttempts: number): APIGatewayClient =>
  new APIGatewayClient({
    maxAttempts,
    requestHandler: { ...GATEWAY_TRY_LIMITS, throwOnRequestTimeout: true },
  });
