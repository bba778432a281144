import { APP_REQUEST_QUERY, connectAppBody } from './app-bodies.ts';
import type { AdminRoute } from './route.ts';

/** The operations of the admin API by which a user connects an OAuth client, which asks the console for it. */
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
} as const satisfies Record<string, AdminRoute>;
