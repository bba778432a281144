import type { GatewayKeys } from '../api-keys/gateway-keys.ts';
import { lazily } from './lazily.ts';

/** In milliseconds, of one try; without them, a call that hangs would take the function's whole time. */
export const GATEWAY_TRY_LIMITS = { connectionTimeout: 500, requestTimeout: 3_000 } as const;

/**
 * The gateway's keys by the credentials and Region of the environment. Its client is loaded when it is first called:
 * most of what is done with keys does not need it.
 *
 * @param maxAttempts of a call that API Gateway throttles, or that fails
 */
export const gatewayKeysOfEnvironment = (maxAttempts: number): GatewayKeys => {
  const gatewayKeys = lazily(async () => {
    const [{ APIGatewayClient }, { createGatewayKeys }] = await Promise.all([
      import('@aws-sdk/client-api-gateway'),
      import('../api-keys/api-gateway-keys.ts'),
    ]);
    return createGatewayKeys(
      new APIGatewayClient({
        maxAttempts,
        requestHandler: { ...GATEWAY_TRY_LIMITS, throwOnRequestTimeout: true },
      }),
    );
  });
  return {
    create: async (...options) => (await gatewayKeys()).create(...options),
    remove: async (...options) => (await gatewayKeys()).remove(...options),
    usage: async (...options) => (await gatewayKeys()).usage(...options),
  };
};
