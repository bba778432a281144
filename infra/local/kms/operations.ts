import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Operation, operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The limit of https://docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html, in bytes. */
const MAX_PLAINTEXT = 4_096;

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const common = { KeyId: z.string(), EncryptionContext: z.record(z.string(), z.string()) };
const encryptSchema = z.strictObject({
  ...common,
  Plaintext: bytes.refine(
    ({ length }) => length >= 1 && length <= MAX_PLAINTEXT,
    `must have 1 to ${MAX_PLAINTEXT} bytes`,
  ),
});
const decryptSchema = z.strictObject({ ...common, CiphertextBlob: bytes });

export interface Key {
  readonly id: string;
  readonly arn: string;
  /** The AES-256 key. */
  readonly material: Buffer;
}

/** What precedes each ciphertext: the format, the length of the key id, and the key id. */
const headerOf = ({ id }: Key): Buffer => Buffer.concat([Buffer.of(1, id.length), Buffer.from(id)]);

/** Independent of the order of the context's names. */
const additionalData = (header: Buffer, context: Readonly<Record<string, string>>): Buffer => {
  const entries = Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(entries))]);
};

/** `Encrypt` and `Decrypt`. A ciphertext can only be decrypted with its key and its encryption context. */
export const keyOperations = (keys: readonly Key[]): Readonly<Record<string, Operation>> => {
  const keyOf = (name: string): Key => {
    const key = keys.find(({ id, arn }) => name === id || name === arn);
    if (key !== undefined) return key;
    throw new ServiceError('NotFoundException', `Key '${name}' does not exist`);
  };

  return {
    Encrypt: operation(encryptSchema, async ({ KeyId, Plaintext, EncryptionContext }) => {
      const key = keyOf(KeyId);
      const header = headerOf(key);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key.material, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(additionalData(header, EncryptionContext));
      const encrypted = Buffer.concat([cipher.update(Plaintext), cipher.final()]);
      const blob = Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
      return { CiphertextBlob: blob.toString('base64'), KeyId: key.arn };
    }),

    Decrypt: operation(decryptSchema, async ({ KeyId, CiphertextBlob: blob, EncryptionContext }) => {
      const key = keyOf(KeyId);
      const header = headerOf(key);
      const startsWith = (start: Buffer): boolean => blob.subarray(0, start.length).equals(start);
      if (keys.some((other) => other !== key && startsWith(headerOf(other)))) {
        throw new ServiceError('IncorrectKeyException', 'The ciphertext was encrypted with another key.');
      }
      const ivEnd = header.length + IV_BYTES;
      const tagEnd = ivEnd + TAG_BYTES;
      try {
        if (!startsWith(header)) throw new Error('The header is damaged.');
        const iv = blob.subarray(header.length, ivEnd);
        const decipher = createDecipheriv(ALGORITHM, key.material, iv, { authTagLength: TAG_BYTES });
        decipher.setAuthTag(blob.subarray(ivEnd, tagEnd));
        decipher.setAAD(additionalData(header, EncryptionContext));
        const plaintext = Buffer.concat([decipher.update(blob.subarray(tagEnd)), decipher.final()]);
        return { Plaintext: plaintext.toString('base64'), KeyId: key.arn };
      } catch {
        // Like KMS, without telling what is wrong with the ciphertext.
        throw new ServiceError('InvalidCiphertextException', '');
      }
    }),
  };
};
