import { RENEWAL_SECONDS } from '../contract/agents/oauth.ts';
import type { Permission } from '../contract/keys/permissions.ts';
import type { AppTokens } from './credentials.ts';

/** The tokens of an app, and what they allow. */
export interface GrantedTokens extends AppTokens {
  /** When the access token expires. */
  readonly expiresAt: string;
  readonly permissions: readonly Permission[];
}

/** The response to a token request (RFC 6749, section 5.1). */
export const tokenResponse = (
  { accessToken, refreshToken, expiresAt, permissions }: GrantedTokens,
  now: Date,
) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: Math.min(
    RENEWAL_SECONDS,
    Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1_000)),
  ),
  refresh_token: refreshToken,
  scope: permissions.join(' '),
});
