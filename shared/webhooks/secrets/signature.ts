import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** The specification allows 24 to 64. */
const SECRET_BYTES = 32;

/**
 * A new signing secret: `whsec_` and the base64 of 32 random bytes
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export const generateSigningSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The signed content of one attempt. */
export interface SignedContent {
  /**
   * The event's id, the same on every attempt, so that receivers can recognize duplicates. It must not
   * contain a full stop, which separates the signed parts.
   */
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
 * Signs a delivery with every active secret, by Standard Webhooks scheme v1 (HMAC-SHA256). Receivers accept
 * any one matching signature, so a rotation interrupts nothing.
 *
 * @param secrets of {@link generateSigningSecret}, newest first; at least one
 */
export const signDelivery = (
  { id, timestamp, body }: SignedContent,
  secrets: readonly string[],
): SignatureHeaders => {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
};
