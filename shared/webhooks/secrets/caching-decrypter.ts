import { lazilyByKey } from '../../runtime/lazily.ts';
import type { SecretCipher } from './kms-cipher.ts';

const MAX_SECRETS = 10_000;

/**
 * Decrypts each secret once and caches it, evicting the least recently used. Entries never expire: a
 * ciphertext always decrypts to the same secret. Failures are not cached, and concurrent calls for a secret
 * share one request.
 */
export const createCachingDecrypter = (
  cipher: Pick<SecretCipher, 'decrypt'>,
): Pick<SecretCipher, 'decrypt'> => {
  const secretOf = lazilyByKey<string>(MAX_SECRETS);
  return {
    decrypt(ciphertext, context) {
      // Without the context in the key, another organization could read a cached secret.
      const key = JSON.stringify([context.organizationId, context.endpointId, ciphertext]);
      return secretOf(key, () => cipher.decrypt(ciphertext, context));
    },
  };
};
