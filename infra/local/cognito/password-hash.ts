import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** RFC 7914 calls them N, r and p. At 2^12, a hash takes 4 MB and a hundredth of a second: these users are local ones. */
const costOf = (exponent: number): ScryptOptions => ({ N: 2 ** exponent, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
const EXPONENT = 12;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * What {@link hashPassword} returns looks like this: in the PHC string format, so that a hash says what it was made with.
 * Earlier ones were made with 2^15.
 */
export const PASSWORD_HASH = /^\$scrypt\$ln=(12|15),r=8,p=1\$([\w-]{22})\$([\w-]{43})$/;

const derive = (password: string, salt: Buffer, exponent: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, costOf(exponent), (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** A salted hash from which the password cannot be had. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, EXPONENT);
  return `$scrypt$ln=${EXPONENT},r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
};

/**
 * Whether the password is the one that was hashed.
 *
 * @param hash absent if there is no such user, which takes as long to find out as a wrong password
 */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [, exponent = EXPONENT, salt = '', expected = ''] = PASSWORD_HASH.exec(hash ?? '') ?? [];
  const derived = await derive(password, Buffer.from(salt, 'base64url'), Number(exponent));
  const wanted = hash === undefined ? Buffer.alloc(HASH_BYTES) : Buffer.from(expected, 'base64url');
  return timingSafeEqual(derived, wanted) && hash !== undefined;
};
