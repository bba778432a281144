import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { Signature } from '../../contract/webhooks/webhook-limits.ts';

/** What secrets and public keys start with, after which they are base64. */
const PREFIXES = { hmac: 'whsec_', ed25519: 'whsk_', public: 'whpk_' } as const;

/** The specification allows 24 to 64 for HMAC; it is also the size of an Ed25519 key. */
const SECRET_BYTES = 32;

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * A new signing secret: a prefix and the base64 of 32 random bytes
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export const generateSigningSecret = (signature: Signature = 'hmac'): string =>
  `${PREFIXES[signature]}${randomBytes(SECRET_BYTES).toString('base64')}`;

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');

const privateKeyOf = (secret: string) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytesOf(secret)]), format: 'der', type: 'pkcs8' });

const isEd25519 = (secret: string): boolean => secret.startsWith(PREFIXES.ed25519);

/** The public key of an Ed25519 secret: `whpk_` and the base64 of its 32 bytes; `null` for another. */
export const publicKeyOf = (secret: string): string | null => {
  if (!isEd25519(secret)) return null;
  const { x = '' } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' });
  return `${PREFIXES.public}${Buffer.from(x, 'base64url').toString('base64')}`;
};

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
 * Signs a delivery with every active secret, by the Standard Webhooks schemes v1 (HMAC-SHA256) and v1a
 * (Ed25519). Receivers accept any one matching signature, so a rotation interrupts nothing, also from one
 * scheme to the other.
 *
 * @param secrets of {@link generateSigningSecret}, newest first; at least one
 */
export const signDelivery = (
  { id, timestamp, body }: SignedContent,
  secrets: readonly string[],
): SignatureHeaders => {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) =>
    isEd25519(secret)
      ? `v1a,${sign(null, content, privateKeyOf(secret)).toString('base64')}`
      : `v1,${createHmac('sha256', bytesOf(secret)).update(content).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
};
