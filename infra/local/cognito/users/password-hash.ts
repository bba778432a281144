import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** N, r and p of RFC 7914. At N = 2^12, a hash takes 4 MB and 10 ms, which is enough for local users. */
const COST: ScryptOptions = { N: 2 ** 12, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The format of hashes: PHC strings, which name their cost. */
export const PASSWORD_HASH = /^\$scrypt\$ln=12,r=8,p=1\$([\w-]{22})\$([\w-]{43})$/;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)));
  });

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt);
  return `$scrypt$ln=12,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
};

/**
 * Whether the password matches the hash.
 *
 * @param hash `undefined` for an unknown user, which takes as long as a wrong password
 */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [, salt = '', expected = ''] = PASSWORD_HASH.exec(hash ?? '') ?? [];
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  const wanted = hash === undefined ? Buffer.alloc(HASH_BYTES) : Buffer.from(expected, 'base64url');
  return timingSafeEqual(derived, wanted) && hash !== undefined;
};
