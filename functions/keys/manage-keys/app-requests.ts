import {
  type AuthorizationRequest,
  AuthorizationRequestError,
  type CheckedRequest,
  checkAuthorizationRequest,
  responseUrl,
} from '../../../shared/agents/authorization-request.ts';
import type { ClientRules } from '../../../shared/agents/clients/find-client.ts';
import { redirectTarget } from '../../../shared/agents/clients/redirect-uri.ts';
import { connectApp } from '../../../shared/agents/connect-app.ts';
import type { OAuthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { invalidRequest } from '../../../shared/contract/problems.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { APP_ROUTES } from '../../../shared/operations/admin-api/agents.ts';
import { type AdminHandler, requireAdmin } from '../../http/admin-api.ts';
import { requireFutureExpiry } from './key-rules.ts';

export interface AppRequestDependencies {
  readonly store: KeyStore;
  readonly clients: ClientRules;
  readonly addresses: OAuthAddresses;
}

const check = async (
  { clients, addresses }: AppRequestDependencies,
  request: AuthorizationRequest,
): Promise<CheckedRequest> => {
  try {
    return await checkAuthorizationRequest(request, clients, addresses);
  } catch (error) {
    if (!(error instanceof AuthorizationRequestError)) throw error;
    // Only operators learn why.
    if (error.cause !== undefined) {
      console.warn({
        warning: 'The metadata document of a client is unusable.',
        reason: String(error.cause),
      });
    }
    throw invalidRequest([{ parameter: error.parameter, detail: error.message }]);
  }
};

/** What a user decides on. */
export const createGetAppRequest =
  (dependencies: AppRequestDependencies): AdminHandler<typeof APP_ROUTES.getAppRequest> =>
  async ({ query }) => {
    const checked = await check(dependencies, query);
    const { id, name, host } = checked.client;
    return {
      body: {
        client: { id, name, host },
        redirectTarget: redirectTarget(checked.redirectUri),
        permissions: checked.permissions,
        denialUrl: responseUrl(checked, dependencies.addresses, { error: 'access_denied' }),
      },
    };
  };

/**
 * The user owns the app, as one owns a key: without permissions it has no access until an admin grants some.
 */
export const createConnectApp =
  (dependencies: AppRequestDependencies): AdminHandler<typeof APP_ROUTES.connectApp> =>
  async ({ principal, body: { permissions, expiresAt, ...request } }) => {
    if (permissions.length > 0) requireAdmin(principal, 'grant permissions to an app');
    requireFutureExpiry(expiresAt, timestampOf(new Date()));
    const checked = await check(dependencies, request);
    if (permissions.some((each) => !checked.permissions.includes(each))) {
      const detail = `must be among those that the app asks for: ${checked.permissions.join(', ')}`;
      throw invalidRequest([{ parameter: 'permissions', detail }]);
    }
    const { organizationId, actor, role } = principal;
    const grant = { organizationId, permissions, actor, endsAt: expiresAt };
    const code = await connectApp(dependencies.store, checked, grant, { isLimited: role === 'member' });
    return { status: 201, body: { redirectUrl: responseUrl(checked, dependencies.addresses, { code }) } };
  };
