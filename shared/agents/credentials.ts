import { createHmac, timingSafeEqual } from 'node:crypto';
import { BASE_62, keyIdOfToken, SECRET_LENGTH, tokenOf } from '../keys/token.ts';

/** Connected apps have these besides access tokens, which have the form of API keys. */
const CODE_PREFIX = 'sd_code_';
const REFRESH_PREFIX = 'sd_refresh_';

/** A refresh token starts with so many characters that cannot be guessed (over 2^130); the rest proves its origin. */
const UNGUESSABLE_LENGTH = 22;

/** The code of an app, of a secret that was made for it. */
export const codeOf = (id: string, secret: string): string => tokenOf(id, secret, CODE_PREFIX);

/** The id of the app in a well-formed code. */
export const idOfCode = (code: string): string | undefined => keyIdOfToken(code, CODE_PREFIX);

/** The id of the app in a well-formed refresh token. */
export const idOfRefreshToken = (token: string): string | undefined => keyIdOfToken(token, REFRESH_PREFIX);

/** 32 bytes as base-62 characters. */
const secretOf = (bytes: Buffer): string => {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < SECRET_LENGTH) {
    text = BASE_62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

const derive = (secret: string, purpose: string, text: string): string =>
  secretOf(createHmac('sha256', secret).update(`${purpose};${text}`).digest());

/** Only the service can make it, which has the secret. */
const proofOf = (secret: string, id: string, unguessable: string): string =>
  derive(secret, 'refresh-token-proof', `${id};${unguessable}`).slice(UNGUESSABLE_LENGTH);

export interface AppTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * The tokens that an app gets for a code or a refresh token. They are the same each time, so that a client
 * whose response was lost, or that asks twice at once, ends up with valid ones. Only their hashes are stored:
 * neither the secret nor the presented credential suffices to know them.
 *
 * @param secret that of the app, which never leaves the service
 * @param presented the code or the refresh token
 */
export const tokensFor = (secret: string, id: string, presented: string): AppTokens => {
  const unguessable = derive(secret, 'refresh-token', presented).slice(0, UNGUESSABLE_LENGTH);
  return {
    accessToken: tokenOf(id, derive(secret, 'access-token', presented)),
    refreshToken: tokenOf(id, unguessable + proofOf(secret, id, unguessable), REFRESH_PREFIX),
  };
};

/** Whether the app ever had this refresh token. Others cannot be made up, so that a replayed one is recognized. */
export const wasIssued = (secret: string, id: string, refreshToken: string): boolean => {
  const start = refreshToken.lastIndexOf('_') + 1;
  const unguessable = refreshToken.slice(start, start + UNGUESSABLE_LENGTH);
  return timingSafeEqual(
    Buffer.from(tokenOf(id, unguessable + proofOf(secret, id, unguessable), REFRESH_PREFIX)),
    Buffer.from(refreshToken),
  );
};
