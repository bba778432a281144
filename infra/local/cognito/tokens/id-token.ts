import { importJWK, SignJWT } from 'jose';
import type { Triggers } from '../federation/triggers.ts';
import type { UserPoolClient } from '../pool/user-pool-client.ts';
import type { StoredUser } from '../users/user-store.ts';
import type { SigningKey } from './signing-key.ts';
import { idTokenClaims } from './token-claims.ts';

/** Signs an ID token for a user who signed in without the sign-in page. */
export const signIdToken = async (
  user: StoredUser,
  client: UserPoolClient,
  { privateJwk }: SigningKey,
  issuer: string,
  triggers: Triggers,
): Promise<string> => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = await triggers.claimsOf(user, idTokenClaims(user, client), 'Authentication', client.id);
  return new SignJWT({ ...claims, auth_time: now })
    .setProtectedHeader({ alg: 'RS256', kid: String(privateJwk.kid) })
    .setIssuer(issuer)
    .setAudience(client.id)
    .setIssuedAt(now)
    .setExpirationTime(now + client.idTokenSeconds)
    .sign(await importJWK(privateJwk, 'RS256'));
};
