import { hash } from 'node:crypto';
import { OAUTH_PATHS } from '../../contract/agents/oauth.ts';
import { OAuthError } from '../oauth-error.ts';
import { ClientError } from './client.ts';
import { readRegisteredClient, registrationOf } from './registered-client.ts';

/**
 * The token by which a client reads its registration. It follows from the id, which anyone may read, because
 * nothing is stored: it protects nothing, and clients expect one.
 */
const tokenOf = (id: string): string =>
  `sd_registration_${hash('sha256', `registration;${id}`, 'base64url')}`;

const withManagement = (registration: ReturnType<typeof registrationOf>, dataApiUrl: string) => ({
  ...registration,
  registration_client_uri: `${dataApiUrl}${OAUTH_PATHS.registration}?client_id=${registration.client_id}`,
  registration_access_token: tokenOf(registration.client_id),
});

/**
 * Registers a client, and tells it where it can read its registration (RFC 7592).
 *
 * @param metadata the parsed body of the request
 * @throws OAuthError
 */
export const registerClient = (metadata: unknown, dataApiUrl: string, now: Date) => ({
  ...withManagement(registrationOf(metadata), dataApiUrl),
  client_id_issued_at: Math.floor(now.getTime() / 1_000),
});

/**
 * The registration of a client that presents its token (RFC 7592, section 2.1).
 *
 * @throws OAuthError
 */
export const readRegistration = (id: string, token: string | undefined, dataApiUrl: string) => {
  const invalid = new OAuthError('invalid_token', 'The registration access token is missing or invalid.');
  if (token !== tokenOf(id)) throw invalid;
  try {
    const { name, redirectUris } = readRegisteredClient(id);
    return withManagement(registrationOf({ client_name: name, redirect_uris: redirectUris }), dataApiUrl);
  } catch (error) {
    throw error instanceof ClientError ? invalid : error;
  }
};

/**
 * Updates a registration to what it is (RFC 7592, section 2.2). An id is its metadata, so any other update
 * would be another client.
 *
 * @param metadata the parsed body of the request
 * @throws OAuthError
 */
export const updateRegistration = (
  id: string,
  token: string | undefined,
  metadata: unknown,
  dataApiUrl: string,
) => {
  const current = readRegistration(id, token, dataApiUrl);
  if (Object(metadata).client_id !== id) {
    throw new OAuthError('invalid_client_metadata', '`client_id` must be that of the registration.');
  }
  if (registrationOf(metadata).client_id === id) return current;
  throw new OAuthError('access_denied', 'Registrations cannot be changed. Register the client again.');
};
