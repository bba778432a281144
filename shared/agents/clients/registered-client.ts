import { OAuthError } from '../oauth-error.ts';
import { type Client, ClientError, clientName } from './client.ts';
import { redirectUriProblem } from './redirect-uri.ts';

/**
 * A registered client's id is its metadata. Registration is open to anyone, so an id that someone makes up
 * says no less than one that was registered, and nothing has to be stored, limited or expired.
 */
const PREFIX = 'registered.';

/** Clients store it, and it is part of addresses. */
const MAX_ID_LENGTH = 1_500;
const MAX_REDIRECT_URIS = 10;

export const isRegisteredId = (id: string): boolean => id.startsWith(PREFIX);

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/**
 * The redirect URIs that a client may have. Others are dropped if one remains (RFC 7591, section 2): some
 * clients register those of all their programs at once.
 *
 * @throws OAuthError if none remains
 */
const usableRedirectUris = (value: unknown): readonly string[] => {
  if (!isListOfTexts(value) || value.length === 0 || value.length > MAX_REDIRECT_URIS) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `\`redirect_uris\` must be a list of 1 to ${MAX_REDIRECT_URIS} URIs.`,
    );
  }
  const usable = value.filter((uri) => redirectUriProblem(uri) === undefined);
  const [first = ''] = value;
  if (usable.length > 0) return usable;
  throw new OAuthError(
    'invalid_redirect_uri',
    `The redirect URI "${first.slice(0, 200)}" ${redirectUriProblem(first)}.`,
  );
};

/**
 * The registration of a client (RFC 7591), with the id that is made of it. It has the metadata that apply: a
 * client that wants a secret gets none.
 *
 * @param metadata the parsed body of the request
 * @throws OAuthError
 */
export const registrationOf = (metadata: unknown) => {
  const { redirect_uris, client_name } = Object(metadata) as Readonly<Record<string, unknown>>;
  const redirectUris = usableRedirectUris(redirect_uris);
  const name = clientName(client_name, 'Unnamed client');
  const id = PREFIX + Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
  if (id.length > MAX_ID_LENGTH) {
    throw new OAuthError('invalid_client_metadata', 'Name and redirect URIs are too long in total.');
  }
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
};

/** @throws ClientError for an id that registration does not make */
export const readRegisteredClient = (id: string): Client => {
  const invalid = new ClientError('The client id is malformed. The client must register again.');
  if (id.length > MAX_ID_LENGTH) throw invalid;
  try {
    const value: unknown = JSON.parse(Buffer.from(id.slice(PREFIX.length), 'base64url').toString('utf8'));
    const [client_name, ...redirect_uris] = isListOfTexts(value) ? value : [];
    const made = registrationOf({ client_name, redirect_uris });
    if (made.client_id !== id) throw invalid;
    return { id, name: made.client_name, host: null, redirectUris: made.redirect_uris };
  } catch (error) {
    if (error instanceof OAuthError || error instanceof SyntaxError) throw invalid;
    throw error;
  }
};
