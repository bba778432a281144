import { SignJWT } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { UserPoolDefinition } from '../pool/user-pool.ts';
import type { UserStore } from '../users/user-store.ts';
import { KEY_ID, type SigningKey } from './signing-key.ts';
import { accessTokenClaims } from './token-claims.ts';

export interface AccessTokenDependencies {
  readonly pool: UserPoolDefinition;
  readonly users: UserStore;
  readonly signingKey: SigningKey;
  readonly issuer: string;
}

/** The part of the token endpoint's response that changes here. */
const responseSchema = z.looseObject({ expires_in: z.number(), refresh_token: z.string() });

/**
 * Middleware that replaces oidc-provider's opaque access tokens by JWTs. oidc-provider itself issues JWTs only for
 * an audience (RFC 9068), which Cognito's access tokens lack.
 */
export const issueJwtAccessTokens = ({ pool, users, signingKey, issuer }: AccessTokenDependencies) => {
  const sign = ({ oidc }: KoaContextWithOIDC, seconds: number): Promise<string> => {
    const { AccessToken: token, AuthorizationCode: code, RefreshToken: refreshToken } = oidc.entities;
    const user = users.bySub(token?.accountId ?? '');
    if (token === undefined || user === undefined) throw new Error('An access token lacks its user.');
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({
      ...accessTokenClaims(user, pool.client, token.scope ?? ''),
      auth_time: code?.authTime ?? refreshToken?.authTime,
    })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .setJti(token.jti)
      .sign(signingKey.privateKey);
  };

  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    if (ctx.oidc?.route !== 'token' || ctx.status !== 200) return;
    const { refresh_token: refreshToken, ...body } = responseSchema.parse(ctx.body);
    ctx.body = {
      ...body,
      access_token: await sign(ctx, body.expires_in),
      // Cognito does not repeat the refresh token in the response to a refresh.
      ...(ctx.oidc.entities.AuthorizationCode === undefined ? {} : { refresh_token: refreshToken }),
    };
  };
};
