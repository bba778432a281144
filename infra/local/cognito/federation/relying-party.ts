import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { IdentityProvider } from '../pool/identity-provider.ts';

/** What a provider says of a user it has authenticated. */
export interface ProviderUser {
  readonly subject: string;
  readonly idToken: Readonly<Record<string, unknown>>;
  readonly userInfo: Readonly<Record<string, unknown>>;
}

/** Ties the answer of a provider to the request. */
export interface ProviderRequest {
  readonly state: string;
  readonly nonce: string;
}

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
});

const tokenSchema = z.object({ id_token: z.string(), access_token: z.string() });

const userInfoSchema = z.looseObject({ sub: z.string() });

const TIMEOUT_MILLISECONDS = 5_000;

const readJson = async <T>(schema: z.ZodType<T>, url: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} responded with status ${response.status}`);
  return schema.parse(await response.json());
};

/**
 * Signs users in with an OpenID provider as Cognito does: authorization code with state and nonce, client
 * secret in the body, and attributes from the ID token, whose signature is verified, and the userinfo
 * endpoint.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-oidc-flow.html
 */
export const createRelyingParty = (
  { issuer, clientId, clientSecret, scope }: IdentityProvider,
  redirectUri: string,
) => {
  const discover = async () => {
    const server = await readJson(discoverySchema, `${issuer}/.well-known/openid-configuration`);
    if (server.issuer !== issuer) throw new Error(`the issuer is ${server.issuer}`);
    return server;
  };

  return {
    /** The address of the provider's sign-in page. */
    async begin({ state, nonce }: ProviderRequest): Promise<string> {
      const url = new URL((await discover()).authorization_endpoint);
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        nonce,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    /** @throws Error if the provider refused the sign-in, or its answer is invalid */
    async finish(callback: URLSearchParams, { nonce }: ProviderRequest): Promise<ProviderUser> {
      const code = callback.get('code');
      if (code === null) {
        throw new Error(`${callback.get('error')} ${callback.get('error_description') ?? ''}`.trim());
      }
      const server = await discover();
      const tokens = await readJson(tokenSchema, server.token_endpoint, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(server.jwks_uri)), {
        issuer,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'nonce'],
      });
      if (payload['nonce'] !== nonce) throw new Error('the nonce of the ID token is another one');
      const subject = String(payload.sub);
      const userInfo = await readJson(userInfoSchema, server.userinfo_endpoint, {
        headers: { Authorization: `Bearer ${tokens.access_token}` },
      });
      if (userInfo.sub !== subject) throw new Error('the userinfo is of another user');
      return { subject, idToken: payload, userInfo };
    },
  };
};
