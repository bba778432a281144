import { APIGatewayClient } from '@aws-sdk/client-api-gateway';

/** In milliseconds, of one try; without them, a call that hangs would take the function's whole time. */
export const GATEWAY_TRY_LIMITS = { connectionTimeout: 500, requestTimeout: 3_000 } as const;

/**
 * The client for managing gateway keys, by the credentials and Region of the environment.
 *
 * @param maxAttempts of a call that API Gateway throttles, or that fails
 */
export const createApiGatewayClient = (maxAttempts: number): APIGatewayClient =>
  new APIGatewayClient({
    maxAttempts,
    requestHandler: { ...GATEWAY_TRY_LIMITS, throwOnRequestTimeout: true },
  });
