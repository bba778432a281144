import { randomBytes, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  hashPassword,
  isPassword,
  PASSWORD_HASH,
} from '../../../../infra/local/cognito/users/password-hash.ts';

it('verifies a password by its salted hash', async () => {
  const hashes = [await hashPassword('Correct-horse-1'), await hashPassword('Correct-horse-1')];
  expect(new Set(hashes).size).toBe(2);
  for (const hash of hashes) {
    expect(hash).toMatch(PASSWORD_HASH);
    expect(await isPassword('Correct-horse-1', hash)).toBe(true);
    expect(await isPassword('Correct-horse-2', hash)).toBe(false);
  }
  expect(await isPassword('Correct-horse-1', undefined)).toBe(false);
});

it('verifies hashes of earlier versions, which had a higher cost', async () => {
  const salt = randomBytes(16);
  const key = scryptSync('Correct-horse-1', salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  const hash = `$scrypt$ln=15,r=8,p=1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(hash).toMatch(PASSWORD_HASH);
  expect(await isPassword('Correct-horse-1', hash)).toBe(true);
  expect(await isPassword('Correct-horse-2', hash)).toBe(false);
});
