import { DecryptCommand, EncryptCommand, KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';

/** The owner of a secret. A ciphertext decrypts only for the same owner. */
export interface SecretContext {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** Encrypts signing secrets at rest. */
export interface SecretCipher {
  /** @returns the ciphertext as base64 */
  encrypt(secret: string, context: SecretContext): Promise<string>;
  /** @throws if the ciphertext is invalid or was encrypted for another context */
  decrypt(ciphertext: string, context: SecretContext): Promise<string>;
}

const ATTEMPTS = 2;
const CONNECTION_MILLISECONDS = 1_000;
const REQUEST_MILLISECONDS = 3_000;

/**
 * Region, credentials and endpoint (`AWS_ENDPOINT_URL_KMS`) come from the environment unless they are given.
 */
export const createKmsClient = (
  config: Pick<KMSClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): KMSClient =>
  new KMSClient({
    ...config,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
      throwOnRequestTimeout: true,
    },
  });

/** KMS binds the ciphertext to this context. CloudTrail logs it, so it must hold no secret. */
const encryptionContext = ({ organizationId, endpointId }: SecretContext): Record<string, string> => ({
  organizationId,
  endpointId,
});

/** @param keyId id or ARN of a symmetric key; decryption accepts no other key */
export const createKmsCipher = (client: KMSClient, keyId: string): SecretCipher => ({
  async encrypt(secret, context) {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({
        KeyId: keyId,
        Plaintext: Buffer.from(secret, 'utf8'),
        EncryptionContext: encryptionContext(context),
      }),
    );
    if (CiphertextBlob === undefined) throw new Error('KMS returned no ciphertext.');
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
    if (Plaintext === undefined) throw new Error('KMS returned no plaintext.');
    return Buffer.from(Plaintext).toString('utf8');
  },
});
