import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  assertSigningSecret,
  verifyWebhook,
  type WebhookDelivery,
  WebhookVerificationError,
} from '../../../../clients/typescript/src/index.ts';
import { generateSigningSecret } from '../../../../shared/webhooks/secrets/signature.ts';

const secret = generateSigningSecret();
const event = { id: 'b7a1e0c2', type: 'webhook.test', data: { name: 'Zoë 🙂' } };
const body = JSON.stringify(event);
const now = Math.floor(Date.now() / 1_000);

/** Signed by the public library. */
const sign = (timestamp: number, signer = secret, id = event.id) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': new Webhook(signer).sign(id, new Date(timestamp * 1_000), body),
});
const genuine = sign(now);
const other = sign(now, generateSigningSecret());
const both = `${other['webhook-signature']} ${genuine['webhook-signature']}`;

const failureOf = (delivery: WebhookDelivery): Promise<unknown> =>
  verifyWebhook(delivery).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('verifyWebhook', () => {
  it.each([
    ['text', body],
    ['bytes', Buffer.from(body)],
  ])('returns the event of a body as %s', async (_, given) => {
    expect(await verifyWebhook({ secret, headers: genuine, body: given })).toEqual(event);
  });

  it.each([
    ['Headers', new Headers(genuine)],
    ['headers of Node.js', { host: 'x', 'set-cookie': ['a'], ...genuine }],
    ['capitalized names', Object.fromEntries(Object.entries(genuine).map(([k, v]) => [k.toUpperCase(), v]))],
    ['several signatures', { ...genuine, 'webhook-signature': both }],
    ['an unknown version', { ...genuine, 'webhook-signature': `v1a,AAAA ${both}` }],
  ])('accepts %s', async (_, headers) => {
    expect(await verifyWebhook({ secret, headers, body })).toEqual(event);
  });

  it('accepts any of several secrets', async () => {
    const secrets = [generateSigningSecret(), secret];
    expect(await verifyWebhook({ secret: secrets, headers: genuine, body })).toEqual(event);
  });

  it('trims a pasted secret', async () => {
    expect(await verifyWebhook({ secret: `"${secret}"\n`, headers: genuine, body })).toEqual(event);
    expect(() => assertSigningSecret(secret)).not.toThrow();
  });

  it('requires the raw body', async () => {
    const parsed: string = JSON.parse(body);
    expect(String(await failureOf({ secret, headers: genuine, body: parsed }))).toMatch(
      /TypeError.*raw body/,
    );
  });

  const forged: readonly [string, Readonly<Record<string, string>>, string?][] = [
    ['another body', genuine, `${body} `],
    ['another id', { ...genuine, 'webhook-id': 'b7a1e0c3' }],
    ['another time', { ...genuine, 'webhook-timestamp': String(now + 1) }],
    ['the secret of others', other],
    ['a time too long ago', sign(now - 310)],
    ['a time too far ahead', sign(now + 310)],
    ['no time', { ...genuine, 'webhook-timestamp': '' }],
    ['a malformed time', { ...genuine, 'webhook-timestamp': 'NaN' }],
    ['no signature', { ...genuine, 'webhook-signature': '' }],
    [
      'another version',
      { ...genuine, 'webhook-signature': genuine['webhook-signature'].replace('v1', 'v2') },
    ],
    ['a shorter signature', { ...genuine, 'webhook-signature': genuine['webhook-signature'].slice(0, -1) }],
    ['a longer signature', { ...genuine, 'webhook-signature': `${genuine['webhook-signature']}A` }],
    ['no headers', {}],
  ];
  it.each(forged)('rejects %s, as the public library does', async (_, headers, given = body) => {
    expect(await failureOf({ secret, headers, body: given })).toBeInstanceOf(WebhookVerificationError);
    expect(() => new Webhook(secret).verify(given, headers)).toThrow();
  });

  it('accepts a custom tolerance', async () => {
    const headers = sign(now - 3_000);
    expect(await verifyWebhook({ secret, headers, body, toleranceSeconds: 4_000 })).toEqual(event);
    expect(await failureOf({ secret, headers: genuine, body, toleranceSeconds: Number.NaN })).toBeInstanceOf(
      WebhookVerificationError,
    );
  });

  it.each(['', 'whsec_', 'whsec_ä', 'whsec_abc'])(
    'rejects the malformed secret %o as a mistake',
    async (given) => {
      expect(await failureOf({ secret: given, headers: genuine, body })).toBeInstanceOf(TypeError);
      expect(() => assertSigningSecret(given)).toThrow(/^The signing secret is malformed/);
    },
  );
});
