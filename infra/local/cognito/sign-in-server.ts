import { createServer, type Server } from 'node:http';
import { createLogin } from './login.ts';
import { createLogout } from './logout.ts';
import { createOidcProvider, type OidcProviderDependencies } from './oidc-provider.ts';
import { discoveryDocument, type Handler, routesOf } from './routes.ts';

export interface SignInServerDependencies extends Omit<OidcProviderDependencies, 'issuer'> {
  /** The address of the server and the id of the pool; asked for once, at the first request. */
  readonly issuer: () => string;
}

const createHandler = (dependencies: OidcProviderDependencies): Handler => {
  const { pool, users, issuer } = dependencies;
  const provider = createOidcProvider(dependencies);
  const login = createLogin(provider, users);
  const routes = routesOf(pool.id);
  const own: Readonly<Record<string, Handler>> = {
    [`GET ${routes.login}`]: login.show,
    [`POST ${routes.login}`]: login.submit,
    [`GET ${routes.end_session}`]: createLogout(provider, pool),
    [`GET ${routes.discovery}`]: async (_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
        .end(JSON.stringify(discoveryDocument(issuer, pool.id)));
    },
  };
  const others = provider.callback();
  return (message, response) => {
    const key = `${message.method} ${message.url?.split('?')[0]}`;
    const handler = Object.hasOwn(own, key) ? own[key] : undefined;
    return (handler ?? others)(message, response);
  };
};

/**
 * Cognito's managed login and token endpoints, on the same paths, and the pool's discovery document and public
 * keys. The caller binds the server.
 */
export const createSignInServer = ({ issuer, ...dependencies }: SignInServerDependencies): Server => {
  let handle: Handler | undefined;
  return createServer((message, response) => {
    handle ??= createHandler({ ...dependencies, issuer: issuer() });
    handle(message, response).catch((error: unknown) => {
      // A browser that went away while it sent a form is none of our errors.
      if (message.complete) dependencies.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
};
