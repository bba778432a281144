/** The errors of RFC 6749, 6750, 7591 and 8707 that the authorization server returns. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_token'
  | 'invalid_client_metadata';

/** An error for the client. The message says what is wrong and what to do. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
