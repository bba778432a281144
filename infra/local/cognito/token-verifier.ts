import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';

export interface TokenVerifierDependencies {
  /** Of the tokens; known only once the server that issues them is bound. */
  readonly issuer: () => string;
  /** The public keys that tokens may be signed with. */
  readonly jwks: JSONWebKeySet;
  /** Which of the two kinds of tokens is taken: `id` by default. */
  readonly tokenUse?: 'id' | 'access';
  /** The `aud` of a token has to match it: the `IdentityValidationExpression` of an authorizer. */
  readonly audiencePattern?: RegExp | undefined;
}

export interface VerifiedToken {
  /** As `requestContext.authorizer.claims` has them: as text, and lists joined with commas. */
  readonly claims: Readonly<Record<string, string>>;
}

/** Checks tokens as API Gateway's Cognito authorizer does. */
export interface TokenVerifier {
  /**
   * What a token says, or `undefined` unless all of it holds: the signature, the issuer, the kind of token,
   * the times (to the second, without leeway) and the audience.
   *
   * @param now the current time by default
   */
  verify(token: string, now?: Date): Promise<VerifiedToken | undefined>;
}

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

const isAudience = ({ aud }: JWTPayload, pattern: RegExp | undefined): boolean =>
  // Searched for instead of tested: a pattern with the flag `g` would remember where it was.
  pattern === undefined || (typeof aud === 'string' && aud.search(pattern) >= 0);

/** A verifier of the tokens that the holder of the keys issues. */
export const createTokenVerifier = ({
  issuer,
  jwks,
  tokenUse = 'id',
  audiencePattern,
}: TokenVerifierDependencies): TokenVerifier => {
  const keys = createLocalJWKSet(jwks);
  return {
    async verify(token, now = new Date()) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          issuer: issuer(),
          requiredClaims: ['sub', 'exp', 'iat'],
          currentDate: now,
          clockTolerance: 0,
        });
        if (payload['token_use'] !== tokenUse || !isAudience(payload, audiencePattern)) return undefined;
        return {
          claims: Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, toText(value)])),
        };
      } catch {
        return undefined;
      }
    },
  };
};
