import type { AuthorizerContext } from './authorizer-context.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { GatewayRequest } from './request.ts';

/**
 * Verifies the ID token of a user pool: signature, issuer, use and expiry.
 *
 * @param audience what the audience of the token has to match
 * @returns the claims as text, or `undefined` for a token that is not to be trusted
 */
export type VerifyToken = (
  token: string,
  audience: RegExp | undefined,
) => Promise<Readonly<Record<string, string>> | undefined>;

/** The last value of the header, with or without the scheme in front of it. */
const tokenOf = (request: GatewayRequest): string | undefined =>
  Object.entries(request.headers)
    .filter(([name]) => name.toLowerCase() === 'authorization')
    .flatMap(([, values]) => values)
    .at(-1)
    ?.replace(/^Bearer\s+/i, '');

/**
 * Lets a request in with a valid token, as an authorizer of the type COGNITO_USER_POOLS does.
 *
 * @throws GatewayFailure (401) without one
 */
export const requireToken = async (
  verify: VerifyToken,
  audience: RegExp | undefined,
  request: GatewayRequest,
): Promise<AuthorizerContext> => {
  const startedAt = performance.now();
  const token = tokenOf(request);
  const claims = token === undefined ? undefined : await verify(token, audience);
  if (claims === undefined) throw new GatewayFailure('UNAUTHORIZED', 'Unauthorized');
  return {
    values: { claims },
    usageIdentifierKey: undefined,
    milliseconds: Math.round(performance.now() - startedAt),
    isAllowed: true,
  };
};
