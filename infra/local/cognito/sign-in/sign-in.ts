import type { RequestListener } from 'node:http';
import { createLogin, type Handler } from './login.ts';
import { createLogout } from './logout.ts';
import { createOidcProvider, LOGIN_PATH, type OidcProviderDependencies } from './oidc-provider.ts';

/** Cognito's managed login and token endpoints, on the same paths. */
export const createSignIn = (dependencies: OidcProviderDependencies): RequestListener => {
  const { pool, users, onError } = dependencies;
  const provider = createOidcProvider(dependencies);
  const login = createLogin(provider, users);
  const own = new Map<string, Handler>([
    [`GET ${LOGIN_PATH}`, login.show],
    [`POST ${LOGIN_PATH}`, login.submit],
    ['GET /logout', createLogout(provider, pool.client)],
  ]);
  const others = provider.callback();
  return (message, response) => {
    const handle = own.get(`${message.method} ${message.url?.split('?')[0]}`) ?? others;
    handle(message, response).catch((error: unknown) => {
      // A browser that disconnects while it sends a form is no error of the runner.
      if (message.complete) onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
};
