import { z } from 'zod';
import { type Operation, operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';
import { keyIdOf, seal, unseal } from './ciphertext-blob.ts';
import type { KeyDefinition } from './key-definition.ts';

const EncryptionAlgorithm = 'SYMMETRIC_DEFAULT';
/** Limits of https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html, in bytes. */
const MAX_PLAINTEXT = 4_096;
const MAX_CIPHERTEXT = 6_144;

const bytes = (maximum: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length >= 1 && length <= maximum, `must have 1 to ${maximum} bytes`);

const common = {
  EncryptionAlgorithm: z.literal(EncryptionAlgorithm).optional(),
  EncryptionContext: z.record(z.string(), z.string()).default({}),
};
const encryptSchema = z.strictObject({
  ...common,
  KeyId: z.string().min(1),
  Plaintext: bytes(MAX_PLAINTEXT),
});
const decryptSchema = z.strictObject({
  ...common,
  KeyId: z.string().min(1).optional(),
  CiphertextBlob: bytes(MAX_CIPHERTEXT),
});

interface Key extends KeyDefinition {
  /** Of AES-256. */
  readonly material: Buffer;
}

/** What KMS does with keys of the stack. */
export const keyOperations = (keys: readonly Key[]): Readonly<Record<string, Operation>> => {
  const existing = (name: string): Key => {
    const key = keys.find(({ id, arn }) => name === id || name === arn);
    if (key !== undefined) return key;
    throw new ServiceError('NotFoundException', `Key '${name}' does not exist`);
  };

  return {
    Encrypt: operation(encryptSchema, async ({ KeyId, Plaintext, EncryptionContext }) => {
      const { id, arn, material } = existing(KeyId);
      const blob = seal(id, material, Plaintext, EncryptionContext);
      return { CiphertextBlob: blob.toString('base64'), KeyId: arn, EncryptionAlgorithm };
    }),

    Decrypt: operation(decryptSchema, async ({ KeyId, CiphertextBlob, EncryptionContext }) => {
      const wanted = KeyId === undefined ? undefined : existing(KeyId);
      const id = keyIdOf(CiphertextBlob);
      const key = keys.find((candidate) => candidate.id === id);
      if (key !== undefined && wanted !== undefined && wanted !== key) {
        throw new ServiceError(
          'IncorrectKeyException',
          'The key ID in the request does not identify a CMK that can perform this operation.',
        );
      }
      const plaintext =
        key === undefined ? undefined : unseal(key.id, key.material, CiphertextBlob, EncryptionContext);
      if (key === undefined || plaintext === undefined) {
        // KMS says no more than this: what is wrong with a ciphertext is nobody's business.
        throw new ServiceError('InvalidCiphertextException', '');
      }
      return { Plaintext: plaintext.toString('base64'), KeyId: key.arn, EncryptionAlgorithm };
    }),
  };
};
