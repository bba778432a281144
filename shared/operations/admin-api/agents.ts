import { APP_REQUEST_QUERY, connectAppBody } from '../../contract/agents/app-bodies.ts';
import type { AdminDocumentation } from '../documentation.ts';
import type { AdminRoutes } from '../route.ts';

/**
 * The operations of the admin API by which a user connects an OAuth client, which asks the console for it.
 */
export const APP_ROUTES = {
  getAppRequest: {
    functionName: 'manage-keys',
    method: 'GET',
    path: '/app-requests',
    query: APP_REQUEST_QUERY,
    response: 'AppRequest',
  },
  connectApp: {
    functionName: 'manage-keys',
    method: 'POST',
    path: '/app-requests',
    query: {},
    body: connectAppBody,
    response: 'ConnectedApp',
  },
} as const satisfies AdminRoutes;

/** Their documentation. */
export const documentAppRoutes = (): AdminDocumentation<typeof APP_ROUTES> => ({
  getAppRequest: {
    summary: 'Check the request of an app',
    description:
      'What the authorization request of an OAuth client asks for, for the user to decide on. ' +
      'The client’s metadata document, if it has one, is read each time. ' +
      'An invalid request is described, and never leads back to the client.',
    parameters: {
      response_type: '`code`.',
      client_id: 'The address of the client’s metadata document, or its id from registration.',
      redirect_uri: 'Exactly one that the client declares; the port of a loopback address may differ.',
      code_challenge: 'The PKCE challenge.',
      code_challenge_method: '`S256`.',
      resource: 'The address of the MCP server.',
      scope:
        'Permissions, separated by spaces. Unknown ones are ignored. ' +
        'Without any that exists, the app asks for all that an app can have.',
      state: 'Returned to the client unchanged.',
    },
  },
  connectApp: {
    summary: 'Connect an app',
    description:
      'Grants an authorization request. The app is listed with the API keys, with the kind `app`, once ' +
      'it exchanges its code, within five minutes. Only admins may grant permissions; ' +
      'an app that a member connects starts without any. The app expires 30 days after its last ' +
      'renewal, and at `expiresAt` in any case.',
    status: 201,
  },
});
