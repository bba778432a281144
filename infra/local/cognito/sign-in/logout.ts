import type { Provider } from 'oidc-provider';
import type { UserPoolClient } from '../pool/user-pool-client.ts';
import type { Handler } from './login.ts';
import { sendProblem } from './pages.ts';

/**
 * Ends the session of the browser and redirects it to a logout URL of the client. As with Cognito, tokens stay valid
 * until they expire or are revoked.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
export const createLogout =
  (provider: Provider, client: UserPoolClient): Handler =>
  async (message, response) => {
    const query = new URLSearchParams(message.url?.split('?')[1]);
    const target = query.get('logout_uri') ?? '';
    if (client.id !== query.get('client_id') || !client.logoutUrls.includes(target)) {
      sendProblem(response, 400, 'Unknown client_id, or a logout_uri that the client does not have.');
      return;
    }
    const context = provider.createContext(message, response);
    const session = await provider.Session.get(context);
    await session.destroy();
    context.cookies.set(provider.cookieName('session'), null);
    response.writeHead(302, { Location: target, 'Cache-Control': 'no-store' }).end();
  };
