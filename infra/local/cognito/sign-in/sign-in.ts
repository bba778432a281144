import type { RequestListener } from 'node:http';
import type { Provider } from 'oidc-provider';
import { isForThisMachine } from '../../process/this-machine.ts';
import { type Federation, PROVIDER_RESPONSE_PATH } from '../federation/federation.ts';
import type { PoolProviders } from '../pool/own-providers.ts';
import type { UserPoolClient } from '../pool/user-pool-client.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { createLogin, type Handler } from './login.ts';
import { createOidcProvider, LOGIN_PATH, type OidcProviderDependencies } from './oidc-provider.ts';
import { sendProblem } from './pages.ts';

/**
 * Ends the session of the browser and redirects it to a logout URL of the client. As with Cognito, tokens
 * stay valid until they expire or are revoked.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
const createLogout =
  (provider: Provider, client: UserPoolClient, providers: PoolProviders): Handler =>
  async (message, response) => {
    const query = new URLSearchParams(message.url?.split('?')[1]);
    const target = query.get('logout_uri') ?? '';
    const isClient = providers.offeredTo(query.get('client_id') ?? '') !== undefined;
    if (!isClient || !client.logoutUrls.includes(target)) {
      sendProblem(response, 400, 'Unknown client_id, or a logout_uri that the client does not have.');
      return;
    }
    const context = provider.createContext(message, response);
    const session = await provider.Session.get(context);
    await session.destroy();
    context.cookies.set(provider.cookieName('session'), null);
    response.writeHead(302, { Location: target, 'Cache-Control': 'no-store' }).end();
  };

/**
 * Takes the answer of an identity provider, and leads back to the sign-in in progress, whose cookie only that
 * has.
 */
const createProviderResponse =
  (federation: Federation): Handler =>
  async (message, response) => {
    const ticket = await federation.accept(new URLSearchParams(message.url?.split('?')[1]));
    if (ticket === undefined) {
      sendProblem(response, 400, 'Unknown, expired or repeated state. Start again.');
      return;
    }
    const location = `${LOGIN_PATH}?result=${ticket}`;
    response.writeHead(302, { Location: location, 'Cache-Control': 'no-store' }).end();
  };

export interface SignInDependencies extends OidcProviderDependencies {
  /** Where browsers reach the sign-in page. */
  readonly signInUrl: string;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/** Cognito's managed login and token endpoints, on the same paths. */
export const createSignIn = (dependencies: SignInDependencies): RequestListener => {
  const { pool, users, providers, federation, signInUrl, now, onError } = dependencies;
  const { host, protocol } = new URL(signInUrl);
  const provider = createOidcProvider(dependencies);
  const login = createLogin(provider, users, createAttemptLimit(now), federation);
  const own = new Map<string, Handler>([
    [`GET ${LOGIN_PATH}`, login.show],
    [`POST ${LOGIN_PATH}`, login.submit],
    [`GET ${PROVIDER_RESPONSE_PATH}`, createProviderResponse(federation)],
    ['GET /logout', createLogout(provider, pool.client, providers)],
  ]);
  const others = provider.callback();
  return (message, response) => {
    if (!isForThisMachine(message, host)) {
      sendProblem(response, 400, 'The Host must be this machine, or that of SIGN_IN_PUBLIC_URL.');
      return;
    }
    // oidc-provider builds its URLs from these, which otherwise anyone could send.
    Object.assign(message.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    const handle = own.get(`${message.method} ${message.url?.split('?')[0]}`) ?? others;
    handle(message, response).catch((error: unknown) => {
      // A browser that disconnects while it sends a form is no error of the runner.
      if (message.complete) onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
};
