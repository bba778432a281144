import type { FeedEvent } from './changes.ts';
import type { components } from './schema.ts';
import { pasted } from './settings.ts';

/** An event that a webhook delivers, discriminated by `type`. Later versions of the service may add types. */
export type WebhookEvent = FeedEvent | components['schemas']['WebhookTestEvent'];

export interface WebhookDelivery {
  /** The signing secret, `whsec_…`, or several if endpoints with different secrets share a receiver. */
  readonly secret: string | readonly string[];
  /** The request's headers: those of Node.js, `Headers`, or any other object. Names may be in any case. */
  readonly headers: Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before anything parses it. */
  readonly body: string | Uint8Array;
  /** How far the timestamp may be off, in seconds, in either direction. @default 300 */
  readonly toleranceSeconds?: number;
}

/** Thrown for a request that is not a current delivery of the service. Respond with `400`. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Empty for a header that is absent. */
const headerOf = (headers: WebhookDelivery['headers'], name: string): string => {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return String(value ?? '');
};

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const base64Of = (secret: string): string => {
  const base64 = pasted(secret).replace(/^whsec_/, '');
  if (BASE64.test(base64)) return base64;
  throw new TypeError('The signing secret is malformed: copy it from `whsec_` to its end.');
};

/**
 * Ends a receiver that could verify nothing when it starts, rather than at its first delivery.
 *
 * @throws TypeError for a malformed signing secret, without quoting it
 */
export const assertSigningSecret = (secret: string): void => {
  base64Of(secret);
};

const importSecret = async (secret: string) => {
  const bytes = Uint8Array.from(atob(base64Of(secret)), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['sign']);
};

/** Takes as long for any two texts of the same length. */
const isEqual = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length;
  for (let index = 0; index < b.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
};

/**
 * Verifies a webhook delivery by Standard Webhooks, and parses its event. Needs only WebCrypto.
 *
 * @throws WebhookVerificationError for missing headers, a timestamp that is too far off, or no matching
 * signature
 * @throws TypeError for a malformed secret, or a body that is neither text nor bytes
 */
export const verifyWebhook = async ({
  secret,
  headers,
  body,
  toleranceSeconds = 300,
}: WebhookDelivery): Promise<WebhookEvent> => {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new TypeError('`body` must be the raw body, as text or bytes: pass it before anything parses it.');
  }
  const keys = await Promise.all([secret].flat().map(importSecret));
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('The header `webhook-timestamp` is missing, or too far off.');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(prefix.length + bytes.length);
  content.set(prefix);
  content.set(bytes, prefix.length);
  let isGenuine = false;
  for (const key of keys) {
    const digest = new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, content));
    const expected = `v1,${btoa(String.fromCharCode(...digest))}`;
    for (const signature of signatures) if (isEqual(signature, expected)) isGenuine = true;
  }
  if (!isGenuine) throw new WebhookVerificationError('No signature in `webhook-signature` matches.');
  return JSON.parse(text);
};
