import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** RFC 7914 calls them N, r and p. A hash takes 32 MB and about a tenth of a second. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
/** In the PHC string format, so that a hash says what it was made with. */
const PREFIX = '$scrypt$ln=15,r=8,p=1$';
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** What {@link hashPassword} returns looks like this. */
export const PASSWORD_HASH = /^\$scrypt\$ln=15,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, COST, (error, key) => (error === null ? resolve(key) : reject(error)));
  });

/** A salted hash from which the password cannot be had. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt);
  return `${PREFIX}${salt.toString('base64url')}$${hash.toString('base64url')}`;
};

/**
 * Whether the password is the one that was hashed.
 *
 * @param hash absent if there is no such user, which takes as long to find out as a wrong password
 */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [salt = '', expected = ''] = hash?.slice(PREFIX.length).split('$') ?? [];
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  const wanted = hash === undefined ? Buffer.alloc(HASH_BYTES) : Buffer.from(expected, 'base64url');
  return timingSafeEqual(derived, wanted) && hash !== undefined;
};
