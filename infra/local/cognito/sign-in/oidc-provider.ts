import { randomBytes } from 'node:crypto';
import {
  type ClientMetadata,
  type Configuration,
  errors,
  type FindAccount,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { Federation } from '../federation/federation.ts';
import { TriggerError, type Triggers } from '../federation/triggers.ts';
import type { PoolProviders } from '../pool/own-providers.ts';
import type { UserPoolDefinition } from '../pool/user-pool.ts';
import type { UserPoolClient } from '../pool/user-pool-client.ts';
import type { SigningKey } from '../tokens/signing-key.ts';
import { claimNames, idTokenClaims } from '../tokens/token-claims.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { createMemoryAdapter } from './oidc-adapter.ts';
import { pageHeaders, problemPage } from './pages.ts';

export interface OidcProviderDependencies {
  readonly pool: UserPoolDefinition;
  readonly users: UserStore;
  readonly providers: PoolProviders;
  readonly triggers: Triggers;
  readonly federation: Federation;
  readonly signingKey: SigningKey;
  readonly issuer: string;
  readonly onError: (error: unknown) => void;
}

export const LOGIN_PATH = '/login';
const ROUTES = { authorization: '/oauth2/authorize', token: '/oauth2/token', revocation: '/oauth2/revoke' };
const SCOPE = 'openid';

/** Cognito's lifetimes. A sign-in page may stay open for a quarter of an hour. */
const SECONDS = { session: 3_600, authorizationCode: 300, interaction: 900 } as const;

const clientMetadata = ({ id, callbackUrls }: UserPoolClient): ClientMetadata => ({
  client_id: id,
  // Only web applications have their redirect URIs compared exactly, including the port.
  application_type: 'web',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  response_modes: ['query'],
  redirect_uris: [...callbackUrls],
  scope: SCOPE,
});

const lifetimes = (client: UserPoolClient): Configuration['ttl'] => ({
  Session: SECONDS.session,
  Interaction: SECONDS.interaction,
  AuthorizationCode: SECONDS.authorizationCode,
  IdToken: client.idTokenSeconds,
  AccessToken: client.accessTokenSeconds,
  // A rotated token expires with the first.
  RefreshToken: ({ oidc }) => oidc.entities.RotatedRefreshToken?.remainingTTL ?? client.refreshTokenSeconds,
  Grant: SECONDS.authorizationCode + client.refreshTokenSeconds,
});

/** The browser may have a session of a user who was disabled or deleted since. */
const missingAccount = new interactionPolicy.Check(
  'account_missing',
  'the user of the session cannot sign in',
  ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
);

/** The browser may have a session of another provider, or with a password. */
const otherProvider = ({ users, federation }: OidcProviderDependencies): interactionPolicy.Check =>
  new interactionPolicy.Check('provider', 'another identity provider was requested', ({ oidc }) => {
    const requested = federation.requested(oidc.params ?? {});
    const account = users.bySub(oidc.session?.accountId ?? '');
    return requested !== undefined && account?.provider?.name !== requested;
  });

/** Asks for a sign-in, but never for consent. */
const signInPolicy = (dependencies: OidcProviderDependencies): interactionPolicy.Prompt[] => {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.get('login')?.checks.add(missingAccount);
  policy.get('login')?.checks.add(otherProvider(dependencies));
  return policy;
};

/** A new grant for each sign-in, so that revoking one leaves the others alone. */
const grantEverything: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({
    ...(oidc.account === undefined ? {} : { accountId: oidc.account.accountId }),
    ...(oidc.client === undefined ? {} : { clientId: oidc.client.clientId }),
  });
  grant.addOIDCScope(oidc.requestParamOIDCScopes);
  await grant.save();
  return grant;
};

/** Cognito refuses a scope that the client does not have, while oidc-provider ignores it. */
const refuseOtherScopes = ({ query }: KoaContextWithOIDC): void => {
  const scope = String(query['scope'] ?? SCOPE);
  if (scope !== SCOPE) throw new errors.InvalidScope('requested scope is not allowed', scope);
};

/** Whether a refresh token was issued before the user was signed out everywhere. */
const isRevoked = ({ signedOutAt }: StoredUser, token: Parameters<FindAccount>[2]): boolean =>
  token?.kind === 'RefreshToken' && signedOutAt !== undefined && (token.iat ?? 0) <= signedOutAt;

/**
 * oidc-provider, configured like Cognito's managed login for the client of a pool: authorization code with
 * PKCE and nothing else. Access tokens are opaque, since nothing uses them. Sessions, codes and tokens are in
 * memory.
 */
export const createOidcProvider = (dependencies: OidcProviderDependencies): Provider => {
  const { pool, users, providers, triggers, signingKey, issuer, onError } = dependencies;
  const { client } = pool;
  const applications = client.callbackUrls.map((url) => new URL(url).origin);

  /** All are like the declared one. They can be added and removed at any time. */
  const findClient = async (id: string) =>
    providers.offeredTo(id) === undefined ? undefined : { ...clientMetadata({ ...client, id }) };

  const provider = new Provider(issuer, {
    adapter: (kind: string) => {
      const memory = createMemoryAdapter(kind === 'RefreshToken' ? client.refreshGraceSeconds : 0);
      return kind === 'Client' ? { ...memory, find: findClient } : memory;
    },
    jwks: { keys: [signingKey.privateJwk] },
    cookies: {
      // Named, because all ports of a host share cookies.
      names: { session: 'cognito', interaction: 'cognito-login', resume: 'cognito-authorize' },
      keys: [randomBytes(32).toString('base64url')],
    },
    routes: ROUTES,
    scopes: [SCOPE],
    claims: { openid: claimNames(client) },
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: { scope: refuseOtherScopes, identity_provider: null, idp_identifier: null },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 0,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, { clientId }, token) => token.clientId === clientId },
      userinfo: { enabled: false },
    },
    ttl: lifetimes(client),
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    interactions: { policy: signInPolicy(dependencies), url: () => LOGIN_PATH },
    loadExistingGrant: grantEverything,
    clientBasedCORS: (_, origin) => applications.includes(origin),
    findAccount({ oidc }, sub, token) {
      const user = users.bySub(sub);
      if (user === undefined || user.isDisabled || isRevoked(user, token)) return undefined;
      const source = token?.kind === 'RefreshToken' ? 'RefreshTokens' : 'HostedAuth';
      return {
        accountId: sub,
        async claims() {
          try {
            const clientId = oidc.client?.clientId ?? client.id;
            return { ...(await triggers.claimsOf(user, idTokenClaims(user, client), source, clientId)), sub };
          } catch (error) {
            throw error instanceof TriggerError ? new errors.InvalidRequest(error.message) : error;
          }
        },
      };
    },
    renderError(ctx, { error, error_description: description }) {
      ctx.set(pageHeaders());
      ctx.body = problemPage(description === undefined ? error : `${error}: ${description}`);
    },
  });
  provider.on('server_error', (_, error) => onError(error));
  provider.onerror = onError;
  // It reads the headers of a proxy, which the server of the pages sets itself.
  provider.proxy = true;
  return provider;
};
