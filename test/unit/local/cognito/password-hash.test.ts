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
