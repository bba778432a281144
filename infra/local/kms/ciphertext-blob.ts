import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Names and values that a ciphertext is bound to without holding them. */
export type EncryptionContext = Readonly<Record<string, string>>;

/** Before everything else: the format, the length of the key's id, and the id. */
const headerOf = (keyId: string): Buffer => {
  const id = Buffer.from(keyId, 'utf8');
  return Buffer.concat([Buffer.of(FORMAT, id.length), id]);
};

/** The same bytes for the same names and values, in whatever order they came. */
const additionalData = (header: Buffer, context: EncryptionContext): Buffer => {
  const entries = Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat([header, Buffer.from(JSON.stringify(entries), 'utf8')]);
};

/** Encrypts with AES-256-GCM. The blob says which key it takes, and can be read with the same context only. */
export const seal = (keyId: string, key: Buffer, plaintext: Buffer, context: EncryptionContext): Buffer => {
  const header = headerOf(keyId);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(additionalData(header, context));
  const encrypted = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
};

/** The id of the key that a blob was made with; `undefined` if it is no blob. */
export const keyIdOf = (blob: Buffer): string | undefined => {
  const [format, length = 0] = blob;
  return format === FORMAT && blob.length > 2 + length + IV_BYTES + TAG_BYTES
    ? blob.toString('utf8', 2, 2 + length)
    : undefined;
};

/** Decrypts a blob; `undefined` if it was made with another key or context, or was changed since. */
export const unseal = (
  keyId: string,
  key: Buffer,
  blob: Buffer,
  context: EncryptionContext,
): Buffer | undefined => {
  const header = headerOf(keyId);
  const ivEnd = header.length + IV_BYTES;
  const tagEnd = ivEnd + TAG_BYTES;
  try {
    const iv = blob.subarray(header.length, ivEnd);
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(blob.subarray(ivEnd, tagEnd));
    decipher.setAAD(additionalData(header, context));
    return Buffer.concat([decipher.update(blob.subarray(tagEnd)), decipher.final()]);
  } catch {
    return undefined;
  }
};
