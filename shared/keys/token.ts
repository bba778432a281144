import { hash, randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key as the client holds it: `sd_live_<id>_<secret><checksum>`.
 *
 * - `sd_live_` lets secret scanners recognize a leaked key.
 * - `id` is the key's public id, a UUID without its dashes.
 * - `secret` is 43 base-62 characters, which hold 32 random bytes (43 x log2 62 > 256 bits).
 * - `checksum` is the CRC-32 of everything before it, as 6 base-62 characters. It detects typing errors
 *   without a read; it is no security measure.
 *
 * Letters, digits and `_` only, so that a double click selects the whole token.
 */
const PREFIX = 'sd_live_';
/** What follows the prefix. */
const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[0-9A-Za-z]{49}$/;

export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** The largest multiple of 62 in a byte. Larger values would make some characters more likely. */
const UNBIASED_BYTES = 248;

export const randomSecret = (): string => {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < UNBIASED_BYTES && secret.length < SECRET_LENGTH) secret += BASE_62.charAt(byte % 62);
    }
  }
  return secret;
};

const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    checksum = BASE_62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
};

/** Completes a token. */
export const withChecksum = (text: string): string => text + checksumOf(text);

/** The SHA-256 of a whole token in hex, the only form in which it is stored. */
export const hashToken = (token: string): string => hash('sha256', token);

/** The part of a token that is shown after its creation: the prefix and the last four characters. */
export const hintOf = (token: string): string => `${PREFIX}…${token.slice(-4)}`;

export interface GeneratedToken {
  /** The public id of the key, a UUID. */
  readonly id: string;
  /** The secret value, which is shown once and never stored. */
  readonly token: string;
}

/**
 * The token of a key.
 *
 * @param secret of {@link SECRET_LENGTH} base-62 characters
 * @param prefix another one for other credentials of the key
 */
export const tokenOf = (id: string, secret: string, prefix = PREFIX): string =>
  withChecksum(`${prefix}${id.replaceAll('-', '')}_${secret}`);

export const generateToken = (): GeneratedToken => {
  const id = randomUUID();
  return { id, token: tokenOf(id, randomSecret()) };
};

/** The key id in a well-formed token, or `undefined` if the format or the checksum is wrong. */
export const keyIdOfToken = (token: string, prefix = PREFIX): string | undefined => {
  const match = token.startsWith(prefix) ? TOKEN.exec(token.slice(prefix.length)) : null;
  if (match === null) return undefined;
  return withChecksum(token.slice(0, -CHECKSUM_LENGTH)) === token ? match.slice(1).join('-') : undefined;
};
