import { type CryptoKey, type JWTPayload, jwtVerify } from 'jose';

/**
 * Verifies an ID token as API Gateway's Cognito authorizer does: signature, issuer, kind of token, times (to
 * the second, without leeway) and audience.
 *
 * @param audience the `IdentityValidationExpression` of the authorizer
 * @param now the current time by default
 * @returns the claims as `requestContext.authorizer.claims` has them: as text, with lists joined by commas;
 *   or `undefined` if the token is invalid
 */
export type VerifyToken = (
  token: string,
  audience: RegExp | undefined,
  now?: Date,
) => Promise<Readonly<Record<string, string>> | undefined>;

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

const isAudience = ({ aud }: JWTPayload, pattern: RegExp | undefined): boolean =>
  pattern === undefined || (typeof aud === 'string' && pattern.test(aud));

export const createTokenVerifier =
  (issuer: string, publicKey: CryptoKey): VerifyToken =>
  async (token, audience, now = new Date()) => {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['RS256'],
        issuer,
        requiredClaims: ['sub', 'exp', 'iat'],
        currentDate: now,
        clockTolerance: 0,
      });
      if (payload['token_use'] !== 'id' || !isAudience(payload, audience)) return undefined;
      return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, toText(value)]));
    } catch {
      return undefined;
    }
  };
