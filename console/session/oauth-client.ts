import * as oauth from 'oauth4webapi';
import { ORGANIZATION_ATTRIBUTE, type Role } from '../../shared/contract/organizations/users.ts';
import type { Configuration } from '../configuration.ts';

/** The signed-in user according to the ID token. The admin API decides what they may do. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** The organization that the token is for; `undefined` for a user without access. */
  readonly organizationId: string | undefined;
}

export interface Tokens {
  /** The token for the admin API. */
  readonly idToken: string;
  readonly refreshToken: string;
  /** When the ID token expires, in milliseconds since 1970 by this machine's clock. */
  readonly expiresAt: number;
  readonly user: User;
}

/** State to keep until the sign-in page redirects back. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Parameters of the sign-in page. */
type ProviderChoice = Readonly<Partial<Record<'idp_identifier' | 'identity_provider' | 'prompt', string>>>;

/** Limits the wait for tokens, which a user retries. */
const TOKEN_MILLISECONDS = 10_000;
/** Limits the wait for the revocation at sign-out. */
const REVOCATION_MILLISECONDS = 3_000;

const userOf = (claims: oauth.IDToken): User => {
  const groups: unknown = claims['cognito:groups'];
  const { email, [`custom:${ORGANIZATION_ATTRIBUTE}`]: organizationId } = claims;
  return {
    id: claims.sub,
    email: typeof email === 'string' ? email : claims.sub,
    role: Array.isArray(groups) && groups.includes('admin' satisfies Role) ? 'admin' : 'member',
    organizationId: typeof organizationId === 'string' ? organizationId : undefined,
  };
};

/** Whether the sign-in page rejected the grant. */
export const isRejected = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant';

export type OAuthClient = ReturnType<typeof createOAuthClient>;

/** The user pool's managed login, by authorization code with PKCE. */
export const createOAuthClient = ({ signInUrl, issuer, clientId, consoleUrl }: Configuration) => {
  const server: oauth.AuthorizationServer = {
    issuer,
    authorization_endpoint: `${signInUrl}/oauth2/authorize`,
    token_endpoint: `${signInUrl}/oauth2/token`,
    revocation_endpoint: `${signInUrl}/oauth2/revoke`,
  };
  const client: oauth.Client = { client_id: clientId };
  const authentication = oauth.None();
  // Only the local service has a sign-in page without TLS.
  const transport = { [oauth.allowInsecureRequests]: new URL(signInUrl).protocol === 'http:' };

  const tokensOf = (response: oauth.TokenEndpointResponse, before?: Tokens): Tokens => {
    const claims = oauth.getValidatedIdTokenClaims(response);
    const idToken = response.id_token;
    const refreshToken = response.refresh_token ?? before?.refreshToken;
    if (claims === undefined || idToken === undefined || refreshToken === undefined) {
      throw new Error('The token response lacks an ID token or a refresh token.');
    }
    // Only the lifetime is used: the clock of this machine may be wrong.
    const expiresAt = Date.now() + (claims.exp - claims.iat) * 1_000;
    return { idToken, refreshToken, expiresAt, user: userOf(claims) };
  };

  return {
    /**
     * Returns the URL of the sign-in page to redirect to.
     *
     * @param provider skips the sign-in page for an identity provider: by an email domain, or by name
     */
    async begin(provider: ProviderChoice = {}) {
      const pending: PendingSignIn = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        codeVerifier: oauth.generateRandomCodeVerifier(),
      };
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: consoleUrl,
        scope: 'openid',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        ...provider,
      });
      return { url: `${server.authorization_endpoint}?${query}`, pending };
    },

    /** Exchanges the code from the sign-in page for tokens. Throws the errors of oauth4webapi. */
    async finish(callback: URLSearchParams, { state, nonce, codeVerifier }: PendingSignIn): Promise<Tokens> {
      const parameters = oauth.validateAuthResponse(server, client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        consoleUrl,
        codeVerifier,
        { ...transport, signal: AbortSignal.timeout(TOKEN_MILLISECONDS) },
      );
      return tokensOf(
        await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        }),
      );
    },

    /** Throws the errors of oauth4webapi; {@link isRejected} identifies an ended session. */
    async refresh(tokens: Tokens): Promise<Tokens> {
      const { refreshToken } = tokens;
      const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, {
        ...transport,
        signal: AbortSignal.timeout(TOKEN_MILLISECONDS),
      });
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, response), tokens);
    },

    async revoke({ refreshToken }: Tokens): Promise<void> {
      await oauth.revocationRequest(server, client, authentication, refreshToken, {
        ...transport,
        signal: AbortSignal.timeout(REVOCATION_MILLISECONDS),
      });
    },

    /** Redirecting here also ends the session of the sign-in page. */
    signOutUrl: `${signInUrl}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: consoleUrl })}`,
  };
};
