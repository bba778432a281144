import { randomBytes } from 'node:crypto';
import { type ClientMetadata, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { cognitoAccessTokens } from './access-token.ts';
import { grantEverything, refuseUnknownScopes, SCOPES, signInPolicy } from './authorization-policy.ts';
import { createMemoryAdapters } from './oidc-adapter.ts';
import { pageHeaders, problemPage } from './page.ts';
import { routesOf } from './routes.ts';
import type { SigningKey } from './signing-key.ts';
import { claimNames, idTokenClaims, userInfoClaims } from './token-claims.ts';
import { tokenLifetimes } from './token-lifetimes.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { UserPoolClient } from './user-pool-client.ts';
import type { UserStore } from './user-store.ts';

export interface OidcProviderDependencies {
  readonly pool: UserPoolDefinition;
  readonly users: UserStore;
  readonly signingKey: SigningKey;
  /** The address of the server and the id of the pool. */
  readonly issuer: string;
  /** Told what went wrong that should not have. */
  readonly onError: (error: unknown) => void;
}

const clientMetadata = (client: UserPoolClient): ClientMetadata => ({
  client_id: client.id,
  // Only for web applications are redirect URIs compared exactly, port included.
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: ['query'],
  redirect_uris: client.callbackUrls,
  scope: client.scopes.join(' '),
});

/**
 * oidc-provider, made to behave like Cognito's managed login for the clients of a pool: authorization code
 * with PKCE and nothing else. Sessions, codes and refresh tokens are in memory.
 */
export const createOidcProvider = (dependencies: OidcProviderDependencies): Provider => {
  const { pool, users, signingKey, issuer, onError } = dependencies;
  const routes = routesOf(pool.id);
  const clients = new Map(pool.clients.map((client) => [client.id, client]));
  const clientOf = ({ oidc }: KoaContextWithOIDC): UserPoolClient | undefined =>
    clients.get(oidc.client?.clientId ?? '');

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapters(),
    clients: pool.clients.map(clientMetadata),
    jwks: { keys: [signingKey.privateJwk] },
    cookies: {
      // Cookies are shared by all ports of a host.
      names: { session: 'cognito', interaction: 'cognito-login', resume: 'cognito-authorize' },
      keys: [randomBytes(32).toString('base64url')],
    },
    routes,
    scopes: SCOPES,
    claims: { openid: claimNames(pool) },
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: { scope: refuseUnknownScopes },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 0,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    },
    ttl: tokenLifetimes(clients),
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: (ctx) => clientOf(ctx)?.rotatesRefreshTokens ?? false,
    interactions: { policy: signInPolicy(), url: () => routes.login },
    loadExistingGrant: grantEverything,
    clientBasedCORS: (_, origin, { clientId }) =>
      clients.get(clientId)?.callbackUrls.some((url) => new URL(url).origin === origin) ?? false,
    findAccount(ctx, sub) {
      const user = users.bySub(sub);
      if (user === undefined || !user.enabled) return undefined;
      return {
        accountId: sub,
        claims(use, scope) {
          const client = clientOf(ctx);
          if (client === undefined) return { sub };
          const scopes = new Set(scope.split(' '));
          return use === 'userinfo'
            ? userInfoClaims(user, client, scopes)
            : idTokenClaims(user, client, scopes);
        },
      };
    },
    renderError(ctx, { error, error_description: description }) {
      ctx.set(pageHeaders());
      ctx.body = problemPage(description === undefined ? error : `${error}: ${description}`);
    },
  });
  provider.use(cognitoAccessTokens({ pool, users, signingKey, issuer, userinfoPath: routes.userinfo }));
  provider.on('server_error', (_, error) => onError(error));
  provider.onerror = onError;
  return provider;
};
