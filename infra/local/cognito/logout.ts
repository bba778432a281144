import type { Provider } from 'oidc-provider';
import { sendProblem } from './page.ts';
import type { Handler } from './routes.ts';
import type { UserPoolDefinition } from './user-pool.ts';

/**
 * Ends the session of the browser and sends it to a logout URL of the client. Tokens stay valid until they
 * expire or are revoked, as with Cognito.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
export const createLogout =
  (provider: Provider, pool: UserPoolDefinition): Handler =>
  async (message, response) => {
    const query = new URLSearchParams(message.url?.split('?')[1]);
    const client = pool.clients.find(({ id }) => id === query.get('client_id'));
    const target = query.get('logout_uri') ?? '';
    if (client === undefined || !client.logoutUrls.includes(target)) {
      sendProblem(response, 400, 'The client_id is unknown, or the logout_uri is not one of the client.');
      return;
    }
    const context = provider.createContext(message, response);
    const session = await provider.Session.get(context);
    await session.destroy();
    context.cookies.set(provider.cookieName('session'), null);
    response.writeHead(302, { Location: target, 'Cache-Control': 'no-store' }).end();
  };
