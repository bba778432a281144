import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const GENERATED_BYTES = 32;
/** The specification's bounds: 192 to 512 bits. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/**
 * A new signing secret, `whsec_` and the base64 of 32 random bytes
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export const generateSigningSecret = (): string =>
  `${PREFIX}${randomBytes(GENERATED_BYTES).toString('base64')}`;

/**
 * The key that a signing secret stands for.
 *
 * @throws an error that does not repeat the secret, when it is not `whsec_` and the base64 of 24 to 64 bytes
 */
export const signingKeyOf = (secret: string): Buffer => {
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Comparing the canonical spelling also refuses what base64 decoding silently forgives.
  const isCanonical = secret.startsWith(PREFIX) && key.toString('base64') === encoded;
  if (isCanonical && key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key;
  throw new Error(
    `A webhook signing secret must be ${PREFIX} and the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes.`,
  );
};
