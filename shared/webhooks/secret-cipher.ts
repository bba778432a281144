import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';

/** What a secret belongs to. A ciphertext can be decrypted for the very same only. */
export interface SecretContext {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** Keeps signing secrets unreadable at rest. */
export interface SecretCipher {
  /** @returns the ciphertext as base64 */
  encrypt(secret: string, context: SecretContext): Promise<string>;
  /** @throws when the ciphertext was made for another context, or is none */
  decrypt(ciphertext: string, context: SecretContext): Promise<string>;
}

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
