import { expect, it } from 'vitest';
import { createCachingDecrypter } from '../../../shared/webhooks/secrets/caching-decrypter.ts';
import type { SecretContext } from '../../../shared/webhooks/secrets/kms-cipher.ts';

const context = { organizationId: 'o1', endpointId: 'e1' };

/** Decrypts by adding a prefix, and counts the calls. The first `failures` calls fail. */
const countingCipher = (failures = 0) => {
  const calls: string[] = [];
  let left = failures;
  const decrypt = async (ciphertext: string, { organizationId, endpointId }: SecretContext) => {
    calls.push(ciphertext);
    await Promise.resolve();
    if (left-- > 0) throw new Error('KMS is unavailable.');
    return `${organizationId}/${endpointId}/${ciphertext}`;
  };
  return { calls, decrypt };
};

it('decrypts a secret once, even for concurrent calls', async () => {
  const cipher = countingCipher();
  const { decrypt } = createCachingDecrypter(cipher);
  const secrets = await Promise.all([decrypt('a', context), decrypt('a', context)]);
  expect([...secrets, await decrypt('a', context)]).toEqual(Array(3).fill('o1/e1/a'));
  expect(cipher.calls).toEqual(['a']);
});

it('never returns a cached secret for another organization or endpoint', async () => {
  const cipher = countingCipher();
  const { decrypt } = createCachingDecrypter(cipher);
  expect(await decrypt('a', context)).toBe('o1/e1/a');
  expect(await decrypt('a', { ...context, organizationId: 'o2' })).toBe('o2/e1/a');
  expect(await decrypt('a', { ...context, endpointId: 'e2' })).toBe('o1/e2/a');
  expect(cipher.calls).toHaveLength(3);
});

it('does not cache a failure', async () => {
  const cipher = countingCipher(1);
  const { decrypt } = createCachingDecrypter(cipher);
  await expect(decrypt('a', context)).rejects.toThrow('KMS is unavailable.');
  expect(await decrypt('a', context)).toBe('o1/e1/a');
  expect(cipher.calls).toHaveLength(2);
});

it('evicts the least recently used of 10,000 secrets', async () => {
  const cipher = countingCipher();
  const { decrypt } = createCachingDecrypter(cipher);
  const others = Array.from({ length: 9_999 }, (_, index) => String(index));
  for (const ciphertext of ['a', ...others, 'a', 'b', 'a', '0']) await decrypt(ciphertext, context);
  expect(cipher.calls).toEqual(['a', ...others, 'b', '0']);
});
