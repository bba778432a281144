import type { GatewayKeys } from '../../shared/api-keys/gateway-keys.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/**
 * The gateway's keys by the credentials and Region of the environment. Its client is loaded when it is first called:
 * most of what is done with keys does not need it.
 *
 * @param maxAttempts of a call that API Gateway throttles, or that fails
 */
export const gatewayKeysOfEnvironment = (maxAttempts: number): GatewayKeys => {
  const gatewayKeys = lazily(async () => {
    // Never a package itself: esbuild would put all that it exports in the bundle.
    const [{ createApiGatewayClient }, { createGatewayKeys }] = await Promise.all([
      import('../../shared/api-keys/api-gateway-client.ts'),
      import('../../shared/api-keys/api-gateway-keys.ts'),
    ]);
    return createGatewayKeys(createApiGatewayClient(maxAttempts));
  });
  return {
    create: async (...options) => (await gatewayKeys()).create(...options),
    remove: async (...options) => (await gatewayKeys()).remove(...options),
    usage: async (...options) => (await gatewayKeys()).usage(...options),
  };
};
