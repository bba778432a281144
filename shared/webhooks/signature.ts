import { createHmac } from 'node:crypto';
import { signingKeyOf } from './signing-secret.ts';

/** What one attempt sends. */
export interface SignedContent {
  /** The event's id: the same on every attempt, so that receivers can recognise a repetition. */
  readonly id: string;
  /** When this attempt is made, in whole seconds since 1970. Receivers refuse what is minutes away. */
  readonly timestamp: number;
  /** The body exactly as it is sent. */
  readonly body: string;
}

export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Without a full stop: it separates the signed parts, and an id that holds one could imitate a timestamp. */
const MESSAGE_ID = /^[\w-]{1,256}$/;

/**
 * Signs a delivery after Standard Webhooks, scheme v1 (HMAC-SHA256), with every secret that is in force.
 * Receivers accept it if any of the signatures is theirs, so a rotation interrupts nothing.
 *
 * @param secrets the newest first; at least one
 * @throws an error when the id, the timestamp or a secret is not what the specification asks for
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
