import type { VerifyToken } from '../../cognito/tokens/token-verifier.ts';
import { GatewayFailure } from '../definition/gateway-failure.ts';
import type { AuthorizerContext } from './proxy-event.ts';
import type { GatewayRequest } from './request.ts';

/** The last value of the header, with or without a scheme. */
const tokenOf = (request: GatewayRequest): string | undefined =>
  Object.entries(request.headers)
    .filter(([name]) => name.toLowerCase() === 'authorization')
    .flatMap(([, values]) => values)
    .at(-1)
    ?.replace(/^Bearer\s+/i, '');

/**
 * Admits a request with a valid token, as an authorizer of the type COGNITO_USER_POOLS does.
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
