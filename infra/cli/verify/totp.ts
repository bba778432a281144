import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;
const DIGITS = 6;

/** Decodes base 32 (RFC 4648, section 6), without padding. */
const decodeBase32 = (text: string): Buffer => {
  const bits = [...text].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
};

/**
 * A time-based one-time password (RFC 6238) as authenticator apps show it: SHA-1, 30 seconds, 6 digits.
 *
 * @param secret in base 32
 * @param now in milliseconds since 1970
 */
export const oneTimePassword = (secret: string, now: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1_000 / STEP_SECONDS)));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const code = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(code).padStart(DIGITS, '0');
};
