import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretCipher, SecretContext } from './secret-cipher.ts';

/** What KMS binds the ciphertext to; it appears in AWS's audit log, so it must hold no secret. */
const encryptionContext = ({ organizationId, endpointId }: SecretContext): Record<string, string> => ({
  organizationId,
  endpointId,
});

/**
 * The {@link SecretCipher} over a KMS key.
 *
 * @param keyId id or ARN of a symmetric key, which is also the only one that is decrypted with
 */
export const createKmsCipher = (client: KMSClient, keyId: string): SecretCipher => ({
  async encrypt(secret, context) {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({
        KeyId: keyId,
        Plaintext: Buffer.from(secret, 'utf8'),
        EncryptionContext: encryptionContext(context),
      }),
    );
    if (CiphertextBlob === undefined) throw new Error('KMS answered without a ciphertext.');
    return Buffer.from(CiphertextBlob).toString('base64');
  },

  async decrypt(ciphertext, context) {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: encryptionContext(context),
      }),
    );
    if (Plaintext === undefined) throw new Error('KMS answered without a plaintext.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});
