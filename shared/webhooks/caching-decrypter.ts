import type { SecretCipher } from './secret-cipher.ts';

export interface CachingDecrypterOptions {
  /** Secrets that are kept at most. Default: 1000. */
  readonly maxEntries?: number;
}

/**
 * Decrypts each secret once and keeps it in memory; those that were not used for longest go first. A ciphertext
 * stands for the same secret forever, so nothing kept becomes wrong. A failure is not kept, and calls for the
 * same secret at the same time share one request.
 */
export const createCachingDecrypter = (
  cipher: Pick<SecretCipher, 'decrypt'>,
  { maxEntries = 1_000 }: CachingDecrypterOptions = {},
): Pick<SecretCipher, 'decrypt'> => {
  /** In the order of their last use. */
  const secrets = new Map<string, Promise<string>>();

  return {
    decrypt(ciphertext, context) {
      // The context is part of the key, or a secret that is kept could be had for another organization.
      const key = JSON.stringify([context.organizationId, context.endpointId, ciphertext]);
      const secret = secrets.get(key) ?? cipher.decrypt(ciphertext, context);
      secrets.delete(key);
      secrets.set(key, secret);
      secret.catch(() => {
        if (secrets.get(key) === secret) secrets.delete(key);
      });
      const [oldest] = secrets.keys();
      if (secrets.size > maxEntries && oldest !== undefined) secrets.delete(oldest);
      return secret;
    },
  };
};
