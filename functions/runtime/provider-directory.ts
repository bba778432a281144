import type { ProviderDirectory } from '../../shared/organizations/federation/provider-directory.ts';
import {
  requiredVariable,
  USER_POOL_CLIENT_ID_VARIABLE,
  USER_POOL_ID_VARIABLE,
} from '../../shared/runtime/environment.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/** The providers of the user pool in the function's environment. The first call loads the client. */
export const createProviderDirectoryFromEnv = (): ProviderDirectory => {
  const userPoolId = requiredVariable(USER_POOL_ID_VARIABLE);
  const clientId = requiredVariable(USER_POOL_CLIENT_ID_VARIABLE);
  const directory = lazily(async () => {
    const [{ createCognitoClient }, { createProviderDirectory }] = await Promise.all([
      import('../../shared/organizations/users/cognito-client.ts'),
      import('../../shared/organizations/federation/provider-directory.ts'),
    ]);
    return createProviderDirectory(createCognitoClient(), userPoolId, clientId);
  });
  return {
    put: async (...options) => (await directory()).put(...options),
    createClient: async (...options) => (await directory()).createClient(...options),
    remove: async (...options) => (await directory()).remove(...options),
  };
};
