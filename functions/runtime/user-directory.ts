import type { UserDirectory } from '../../shared/organizations/users/user-directory.ts';
import { requiredVariable, USER_POOL_ID_VARIABLE } from '../../shared/runtime/environment.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/**
 * The user pool in the function's environment. The first call loads the client, which most requests do not
 * need.
 */
export const createUserDirectoryFromEnv = (): UserDirectory => {
  const userPoolId = requiredVariable(USER_POOL_ID_VARIABLE);
  const directory = lazily(async () => {
    const [{ createCognitoClient }, { createUserDirectory }] = await Promise.all([
      import('../../shared/organizations/users/cognito-client.ts'),
      import('../../shared/organizations/users/user-directory.ts'),
    ]);
    return createUserDirectory(createCognitoClient(), userPoolId);
  });
  return {
    find: async (...options) => (await directory()).find(...options),
    invite: async (...options) => (await directory()).invite(...options),
    resend: async (...options) => (await directory()).resend(...options),
    setRole: async (...options) => (await directory()).setRole(...options),
    disable: async (...options) => (await directory()).disable(...options),
    remove: async (...options) => (await directory()).remove(...options),
    enable: async (...options) => (await directory()).enable(...options),
  };
};
