import type { GatewayKeys } from '../../shared/keys/gateway-keys.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/**
 * The gateway keys, with the credentials and Region of the environment. The first call loads the client,
 * which most key operations do not need.
 *
 * @param maxAttempts per call, retries included
 */
export const createGatewayKeysFromEnv = (maxAttempts: number): GatewayKeys => {
  const gatewayKeys = lazily(async () => {
    // Never import() a package itself: esbuild would bundle all of its exports.
    const { createApiGatewayClient, createGatewayKeys } = await import(
      '../../shared/keys/api-gateway-keys.ts'
    );
    return createGatewayKeys(createApiGatewayClient(maxAttempts));
  });
  return {
    create: async (...options) => (await gatewayKeys()).create(...options),
    remove: async (...options) => (await gatewayKeys()).remove(...options),
    usage: async (...options) => (await gatewayKeys()).usage(...options),
  };
};
