import { SignJWT } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { SigningKey } from './signing-key.ts';
import { accessTokenClaims } from './token-claims.ts';
import { createTokenVerifier } from './token-verifier.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { UserStore } from './user-store.ts';

export interface AccessTokenDependencies {
  readonly pool: UserPoolDefinition;
  readonly users: UserStore;
  readonly signingKey: SigningKey;
  readonly issuer: string;
  /** Path of the endpoint that access tokens are shown to. */
  readonly userinfoPath: string;
}

const BEARER = /^Bearer (?<token>\S+)$/i;

/** What the token endpoint answers, as far as it is changed here. */
const responseSchema = z.looseObject({ expires_in: z.number(), refresh_token: z.string().optional() });

/**
 * Makes JWTs of oidc-provider's access tokens. It can do that itself only for tokens with an audience (RFC
 * 9068), which Cognito's do not have. So it issues its own opaque ones, which are the `jti` of the JWTs that go
 * out, and that is put back where a JWT comes in.
 */
export const cognitoAccessTokens = (dependencies: AccessTokenDependencies) => {
  const { pool, users, signingKey, issuer, userinfoPath } = dependencies;
  const verifier = createTokenVerifier({
    issuer: () => issuer,
    jwks: signingKey.jwks,
    tokenUse: 'access',
  });

  const unwrap = async (authorization: string): Promise<string> => {
    const token = BEARER.exec(authorization)?.groups?.['token'] ?? '';
    const verified = await verifier.verify(token);
    return `Bearer ${verified?.claims['jti'] ?? 'invalid'}`;
  };

  /** `undefined` for a user who was deleted a moment ago. */
  const wrap = async ({ oidc }: KoaContextWithOIDC, seconds: number): Promise<string | undefined> => {
    const { AccessToken: token, AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities;
    const user = users.bySub(token?.accountId ?? '');
    const client = pool.clients.find(({ id }) => id === token?.clientId);
    if (token === undefined || user === undefined || client === undefined) return undefined;
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({
      ...accessTokenClaims(user, client, token.scope ?? ''),
      auth_time: code?.authTime ?? refreshToken?.authTime,
    })
      .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid })
      .setIssuer(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .setJti(token.jti)
      .sign(signingKey.privateKey);
  };

  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    if (ctx.path === userinfoPath && ctx.headers.authorization !== undefined) {
      ctx.req.headers.authorization = await unwrap(ctx.headers.authorization);
    }
    await next();
    if (ctx.oidc?.route !== 'token' || ctx.status !== 200) return;
    const { refresh_token: refreshToken, ...body } = responseSchema.parse(ctx.body);
    const accessToken = await wrap(ctx, body.expires_in);
    if (accessToken === undefined) {
      ctx.status = 400;
      ctx.body = { error: 'invalid_grant' };
      return;
    }
    const isRotated = ctx.oidc.entities.RotatedRefreshToken !== undefined;
    const isFirst = ctx.oidc.entities.AuthorizationCode !== undefined;
    ctx.body = {
      ...body,
      access_token: accessToken,
      // Cognito does not repeat a refresh token that stays as it is.
      ...(isFirst || isRotated ? { refresh_token: refreshToken } : {}),
    };
  };
};
