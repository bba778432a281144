import { APP_PERMISSIONS, type AppPermission, type OAuthAddresses } from '../contract/agents/oauth.ts';
import { type Client, ClientError } from './clients/client.ts';
import { type ClientRules, findClient } from './clients/find-client.ts';
import { isDeclared, redirectUriProblem } from './clients/redirect-uri.ts';
import { isSameResource } from './resource.ts';

/** The parameters of an authorization request that matter. Others are ignored (RFC 6749, section 3.1). */
export interface AuthorizationRequest {
  readonly response_type: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly code_challenge_method: string;
  readonly resource?: string | undefined;
  readonly scope?: string | undefined;
  readonly state?: string | undefined;
}

/** A request that a user may grant. */
export interface CheckedRequest {
  readonly client: Client;
  readonly redirectUri: string;
  readonly challenge: string;
  /** Those that the client asks for; all that an app can have if it names none that exists. */
  readonly permissions: readonly AppPermission[];
  readonly state: string | undefined;
}

/** A parameter is invalid. The message completes "`parameter` …". */
export class AuthorizationRequestError extends Error {
  override readonly name = 'AuthorizationRequestError';
  readonly parameter: string;

  constructor(parameter: keyof AuthorizationRequest, message: string, options?: ErrorOptions) {
    super(message, options);
    this.parameter = parameter;
  }
}

/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

const readClient = async (id: string, rules: ClientRules): Promise<Client> => {
  try {
    return await findClient(id, rules);
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw new AuthorizationRequestError('client_id', error.message, { cause: error.cause });
  }
};

/**
 * Checks an authorization request. Nothing wrong is redirected to the client: anyone can be one, and a
 * redirect without a decision of the user would lead from this service to any address (RFC 9700, section
 * 4.11.2).
 *
 * @throws AuthorizationRequestError
 */
export const checkAuthorizationRequest = async (
  request: AuthorizationRequest,
  rules: ClientRules,
  { resource }: Pick<OAuthAddresses, 'resource'>,
): Promise<CheckedRequest> => {
  const { redirect_uri: redirectUri, code_challenge: challenge, scope = '', state } = request;
  const wrong = (parameter: keyof AuthorizationRequest, message: string): never => {
    throw new AuthorizationRequestError(parameter, message);
  };
  if (request.response_type !== 'code') wrong('response_type', 'must be `code`');
  if (request.code_challenge_method !== 'S256') wrong('code_challenge_method', 'must be `S256`');
  if (!CHALLENGE.test(challenge)) wrong('code_challenge', 'must be the base64url of a SHA-256');
  if (!isSameResource(request.resource, resource)) {
    wrong('resource', `must be ${resource}, the only resource of this service`);
  }
  const problem = redirectUriProblem(redirectUri);
  if (problem !== undefined) wrong('redirect_uri', problem);
  const client = await readClient(request.client_id, rules);
  if (!isDeclared(redirectUri, client.redirectUris)) {
    wrong('redirect_uri', 'is none of those that the client declares');
  }
  // Some clients ask only for scopes of other services, such as `offline_access`.
  const asked = APP_PERMISSIONS.filter((each) => scope.split(' ').includes(each));
  return {
    client,
    redirectUri,
    challenge,
    permissions: asked.length === 0 ? APP_PERMISSIONS : asked,
    state,
  };
};

/**
 * The address that the user's browser goes to with the response. It names the issuer, so that a client of
 * several authorization servers cannot mix them up (RFC 9207).
 */
export const responseUrl = (
  { redirectUri, state }: CheckedRequest,
  { issuer }: Pick<OAuthAddresses, 'issuer'>,
  response: Readonly<Record<string, string>>,
): string => {
  const parameters = new URLSearchParams({ ...response, ...(state !== undefined && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`;
};
