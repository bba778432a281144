import { DecryptCommand, EncryptCommand, KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';

/** The owner of a secret. A ciphertext decrypts only for the same owner. CloudTrail logs it. */
export type SecretContext = Record<'organizationId' | 'endpointId', string>;

/** Encrypts signing secrets at rest. */
export interface SecretCipher {
  /** @returns the ciphertext as base64 */
  encrypt(secret: string, context: SecretContext): Promise<string>;
  /** @throws if the ciphertext is invalid or was encrypted for another context */
  decrypt(ciphertext: string, context: SecretContext): Promise<string>;
}

/**
 * Region, credentials and endpoint (`AWS_ENDPOINT_URL_KMS`) come from the environment unless they are given.
 */
export const createKmsClient = (config: KMSClientConfig = {}): KMSClient =>
  new KMSClient({
    ...config,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });

/** @param keyId id or ARN of a symmetric key; decryption accepts no other key */
export const createKmsCipher = (client: KMSClient, keyId: string): SecretCipher => ({
  async encrypt(secret, context) {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from(secret), EncryptionContext: context }),
    );
    if (CiphertextBlob === undefined) throw new Error('KMS returned no ciphertext.');
    return Buffer.from(CiphertextBlob).toString('base64');
  },

  async decrypt(ciphertext, context) {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(ciphertext, 'base64'),
        EncryptionContext: context,
      }),
    );
    if (Plaintext === undefined) throw new Error('KMS returned no plaintext.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});
