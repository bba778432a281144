import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from '../../../infra/local/cognito/sign-in/oidc-adapter.ts';
import { createSigningKey } from '../../../infra/local/cognito/tokens/signing-key.ts';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { LOOPBACK, listen } from '../../../infra/local/process/listen.ts';

export const CLIENT_ID = 'sales-data';

/** A user of an organization's identity provider. */
export interface ProviderUser {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
  /** Further claims, such as those of an attack. */
  readonly [claim: string]: unknown;
}

export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientSecret: string;
  /** Signs this user in at the next sign-ins, without a form. */
  user: ProviderUser;
  /** Accepts sign-ins of a service. */
  connect(signInUrl: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * An organization's OpenID provider, with `email` and `groups` in the ID token as Entra ID has them, or from
 * the userinfo endpoint only.
 */
export const startIdentityProvider = async (
  user: ProviderUser,
  { inIdToken }: { readonly inIdToken: boolean },
): Promise<TestIdentityProvider> => {
  const server = createServer();
  const issuer = `http://${LOOPBACK}:${await listen(server)}`;
  const { privateJwk } = await createSigningKey();
  const state: TestIdentityProvider = {
    issuer,
    clientSecret: randomBytes(24).toString('base64url'),
    user,
    async connect(signInUrl) {
      const provider = new Provider(issuer, {
        adapter: () => createMemoryAdapter(0),
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: state.clientSecret,
            token_endpoint_auth_method: 'client_secret_post',
            redirect_uris: [`${signInUrl}/oauth2/idpresponse`],
          },
        ],
        jwks: { keys: [privateJwk] },
        cookies: {
          names: { session: `s${issuer.slice(-5)}`, interaction: 'i', resume: 'r' },
          keys: [randomBytes(32).toString('base64url')],
        },
        claims: {
          openid: ['sub', 'groups', 'custom:organization_id', 'custom:provider_role'],
          email: ['email', 'email_verified'],
        },
        conformIdTokenClaims: !inIdToken,
        features: { devInteractions: { enabled: false } },
        pkce: { required: () => false },
        interactions: { url: () => '/interaction' },
        ttl: {
          Session: 60,
          Interaction: 60,
          Grant: 60,
          AuthorizationCode: 60,
          AccessToken: 60,
          IdToken: 60,
        },
        findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...state.user }) }),
        async loadExistingGrant({ oidc }) {
          const grant = new oidc.provider.Grant({
            accountId: oidc.account?.accountId ?? '',
            clientId: CLIENT_ID,
          });
          grant.addOIDCScope('openid email');
          await grant.save();
          return grant;
        },
      });
      const handle = provider.callback();
      server.removeAllListeners('request');
      server.on('request', (message, response) => {
        if (!message.url?.startsWith('/interaction')) return handle(message, response);
        return provider.interactionFinished(message, response, { login: { accountId: state.user.sub } });
      });
    },
    stop: () => closeServer(server),
  };
  return state;
};
