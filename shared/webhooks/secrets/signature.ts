import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const GENERATED_BYTES = 32;
/** Bounds of the specification: 192 to 512 bits. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/**
 * A new signing secret: `whsec_` and the base64 of 32 random bytes
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export const generateSigningSecret = (): string =>
  `${PREFIX}${randomBytes(GENERATED_BYTES).toString('base64')}`;

/**
 * The HMAC key of a signing secret.
 *
 * @throws if it is not `whsec_` and the base64 of 24 to 64 bytes; the message does not repeat the secret
 */
export const signingKeyOf = (secret: string): Buffer => {
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Rejects the malformed base64 that decoding silently accepts.
  const isCanonical = secret.startsWith(PREFIX) && key.toString('base64') === encoded;
  if (isCanonical && key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key;
  throw new Error(
    `A webhook signing secret must be ${PREFIX} and the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes.`,
  );
};

/** The signed content of one attempt. */
export interface SignedContent {
  /** The event's id, the same on every attempt, so that receivers can recognize duplicates. */
  readonly id: string;
  /** The time of this attempt, in whole seconds since 1970. Receivers reject one that is minutes off. */
  readonly timestamp: number;
  /** The body exactly as it is sent. */
  readonly body: string;
}

export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/**
 * Without a full stop, which separates the signed parts: an id that contains one could imitate a timestamp.
 */
const MESSAGE_ID = /^[\w-]{1,256}$/;

/**
 * Signs a delivery with every active secret, by Standard Webhooks scheme v1 (HMAC-SHA256). Receivers accept
 * any one matching signature, so a rotation interrupts nothing.
 *
 * @param secrets newest first; at least one
 * @throws if the id, the timestamp or a secret violates the specification
 */
export const signDelivery = (
  { id, timestamp, body }: SignedContent,
  secrets: readonly string[],
): SignatureHeaders => {
  if (!MESSAGE_ID.test(id)) {
    throw new Error(`A webhook id must be 1 to 256 letters, digits, _ and -, but is "${id}".`);
  }
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new Error(`A webhook timestamp must be in whole seconds since 1970, but is ${timestamp}.`);
  }
  if (secrets.length === 0) throw new Error('A webhook cannot be signed without a secret.');
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', signingKeyOf(secret)).update(content).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
};
