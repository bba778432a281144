import { createHmac, timingSafeEqual } from 'node:crypto';
import { BASE_62, keyIdOfToken, SECRET_LENGTH, tokenOf } from '../keys/token.ts';

/** Connected apps have these besides access tokens, which have the form of API keys. */
const CODE_PREFIX = 'sd_code_';
const REFRESH_PREFIX = 'sd_refresh_';

/**
 * A refresh token consists of these characters, which cannot be guessed (over 2^130), of its generation, and
 * of a proof of both (95 bits).
 */
const FAMILY_LENGTH = 22;
const GENERATION_LENGTH = 5;

/** The code of an app, of a secret that was made for it. */
export const codeOf = (id: string, secret: string): string => tokenOf(id, secret, CODE_PREFIX);

/** The id of the app in a well-formed code. */
export const idOfCode = (code: string): string | undefined => keyIdOfToken(code, CODE_PREFIX);

/** The id of the app in a well-formed refresh token. */
export const idOfRefreshToken = (token: string): string | undefined => keyIdOfToken(token, REFRESH_PREFIX);

const base62 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = BASE_62.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
};

const derive = (secret: string, purpose: string, text: string): string => {
  const bytes = createHmac('sha256', secret).update(`${purpose};${text}`).digest('hex');
  return base62(BigInt(`0x${bytes}`), SECRET_LENGTH);
};

/** What tells a refresh token from the others of its app. */
export interface RefreshTokenParts {
  /** Shared by all refresh tokens of an app. It is in these only, and stored as a hash. */
  readonly family: string;
  /** 1 for the first token; each renewal adds 1. */
  readonly generation: number;
}

/** The first refresh token of an app, which it gets for its code. */
export const firstRefreshToken = (secret: string, code: string): RefreshTokenParts => ({
  family: derive(secret, 'refresh-token', code).slice(0, FAMILY_LENGTH),
  generation: 1,
});

const refreshTokenOf = (secret: string, id: string, { family, generation }: RefreshTokenParts): string => {
  const start = family + base62(BigInt(generation), GENERATION_LENGTH);
  const proof = derive(secret, 'refresh-token-proof', `${id};${start}`).slice(start.length);
  return tokenOf(id, start + proof, REFRESH_PREFIX);
};

/** The parts of a well-formed refresh token; `undefined` if they were not proved with the secret. */
export const readRefreshToken = (
  secret: string,
  id: string,
  token: string,
): RefreshTokenParts | undefined => {
  const start = token.slice(token.lastIndexOf('_') + 1);
  const digits = start.slice(FAMILY_LENGTH, FAMILY_LENGTH + GENERATION_LENGTH);
  const generation = [...digits].reduce((value, digit) => 62 * value + BASE_62.indexOf(digit), 0);
  const parts = { family: start.slice(0, FAMILY_LENGTH), generation };
  const isProved = timingSafeEqual(Buffer.from(refreshTokenOf(secret, id, parts)), Buffer.from(token));
  return isProved ? parts : undefined;
};

export interface AppTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * The tokens that an app gets for a code or a refresh token. They are the same each time, so that a client
 * whose response was lost, or that asks twice at once, ends up with valid ones. Only hashes are stored:
 * neither the secret nor the presented credential suffices to know them.
 *
 * @param secret that of the app, which never leaves the service
 * @param presented the code or the refresh token
 * @param next the refresh token to issue
 */
export const tokensFor = (
  secret: string,
  id: string,
  presented: string,
  next: RefreshTokenParts,
): AppTokens => ({
  accessToken: tokenOf(id, derive(secret, 'access-token', presented)),
  refreshToken: refreshTokenOf(secret, id, next),
});
