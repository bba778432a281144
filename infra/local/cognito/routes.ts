import type { IncomingMessage, ServerResponse } from 'node:http';
import { SCOPES } from './authorization-policy.ts';

/** Answers a request. */
export type Handler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Paths of Cognito's managed login and of the pool's own documents. */
export const routesOf = (poolId: string) =>
  ({
    authorization: '/oauth2/authorize',
    token: '/oauth2/token',
    userinfo: '/oauth2/userInfo',
    revocation: '/oauth2/revoke',
    login: '/login',
    end_session: '/logout',
    jwks: `/${poolId}/.well-known/jwks.json`,
    discovery: `/${poolId}/.well-known/openid-configuration`,
  }) as const;

/**
 * The pool's discovery document, with what Cognito's says.
 *
 * @param issuer the address of the server and the id of the pool
 */
export const discoveryDocument = (issuer: string, poolId: string): object => {
  const routes = routesOf(poolId);
  const { origin } = new URL(issuer);
  return {
    issuer,
    authorization_endpoint: `${origin}${routes.authorization}`,
    token_endpoint: `${origin}${routes.token}`,
    userinfo_endpoint: `${origin}${routes.userinfo}`,
    revocation_endpoint: `${origin}${routes.revocation}`,
    end_session_endpoint: `${origin}${routes.end_session}`,
    jwks_uri: `${origin}${routes.jwks}`,
    response_types_supported: ['code'],
    scopes_supported: SCOPES,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
  };
};
