import { createPublicKey, verify as verifySignature } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  generateSigningSecret,
  publicKeyOf,
  signDelivery,
} from '../../../shared/webhooks/secrets/signature.ts';
import { codePoint } from '../../support/values/code-points.ts';

const now = () => Math.floor(Date.now() / 1_000);

/** Verifies as a receiver with the public library does. Throws if the signature is invalid. */
const verify = (body: string, headers: ReturnType<typeof signDelivery>, secret: string): unknown =>
  new Webhook(secret).verify(body, { ...headers });

const signed = (body: string, ...secrets: string[]) =>
  signDelivery({ id: 'evt_1', timestamp: now(), body }, secrets);

describe('signing secrets', () => {
  it('generates whsec_ and the base64 of 32 random bytes', () => {
    const secrets = Array.from({ length: 500 }, () => generateSigningSecret());
    expect(new Set(secrets).size).toBe(500);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    }
  });
});

/** Verifies as a receiver that has only the public key. */
const isSignedFor = (body: string, headers: ReturnType<typeof signDelivery>, publicKey: string): boolean => {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  return headers['webhook-signature'].split(' ').some((each) => {
    const [version, value = ''] = each.split(',');
    return version === 'v1a' && verifySignature(null, content, key, Buffer.from(value, 'base64'));
  });
};

describe('Ed25519 signatures', () => {
  it('derives the public key of RFC 8032, section 7.1', () => {
    const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
    const secret = base64('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
    const publicKey = base64('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    expect(publicKeyOf(`whsk_${secret}`)).toBe(`whpk_${publicKey}`);
    expect(publicKeyOf(generateSigningSecret('hmac'))).toBeNull();
  });

  it('verifies by the public key alone, and for no other key, body or attempt', () => {
    const [secret, other] = [generateSigningSecret('ed25519'), generateSigningSecret('ed25519')];
    const headers = signed('{"a":"ü"}', secret);
    expect(headers['webhook-signature']).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
    expect(isSignedFor('{"a":"ü"}', headers, publicKeyOf(secret) ?? '')).toBe(true);
    expect(isSignedFor('{"a":"ü"}', headers, publicKeyOf(other) ?? '')).toBe(false);
    expect(isSignedFor('{"a":"u"}', headers, publicKeyOf(secret) ?? '')).toBe(false);
    const later = { ...headers, 'webhook-timestamp': String(now() + 1) };
    expect(isSignedFor('{"a":"ü"}', later, publicKeyOf(secret) ?? '')).toBe(false);
  });

  it('signs both ways while a rotation changes the scheme, which the public library accepts', () => {
    const [next, previous] = [generateSigningSecret('ed25519'), generateSigningSecret('hmac')];
    const headers = signed('{}', next, previous);
    expect(headers['webhook-signature']).toMatch(/^v1a,\S+ v1,\S+$/);
    expect(verify('{}', headers, previous)).toEqual({});
    expect(isSignedFor('{}', headers, publicKeyOf(next) ?? '')).toBe(true);
  });
});

describe('signatures', () => {
  it('matches the specification’s example', () => {
    const headers = signDelivery(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it("passes the public library's verification, for any body", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const body = JSON.stringify(text);
        const secret = generateSigningSecret();
        expect(verify(body, signed(body, secret), secret)).toBe(text);
      }),
    );
    const secret = generateSigningSecret();
    const body = '{"name":"Zoë Łukasiewicz 山田 👩‍👩‍👧","note":"\u2028"}';
    expect(verify(body, signed(body, secret), secret)).toEqual(JSON.parse(body));
  });

  it('verifies with both secrets of a rotation, and with no other', () => {
    const [newest, oldest] = [generateSigningSecret(), generateSigningSecret()];
    const headers = signed('{"a":1}', newest, oldest);
    expect(verify('{"a":1}', headers, newest)).toEqual({ a: 1 });
    expect(verify('{"a":1}', headers, oldest)).toEqual({ a: 1 });
    expect(() => verify('{"a":1}', headers, generateSigningSecret())).toThrow(/No matching signature/);
    const timestamp = Number(headers['webhook-timestamp']);
    const alone = signDelivery({ id: 'evt_1', timestamp, body: '{"a":1}' }, [newest]);
    expect(headers['webhook-signature'].split(' ')[0]).toBe(alone['webhook-signature']);
  });

  it('fails verification after a change of the body, the id or the timestamp', () => {
    const secret = generateSigningSecret();
    const headers = signed('{"amount":1}', secret);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verify('{"amount":2}', headers, secret)).toThrow(/No matching signature/);
    expect(() => verify('{"amount":1} ', headers, secret)).toThrow(/No matching signature/);
    expect(() => verify('{"amount":1}', { ...headers, 'webhook-id': 'evt_2' }, secret)).toThrow();
    expect(() => verify('{"amount":1}', { ...headers, 'webhook-timestamp': later }, secret)).toThrow();
  });
});
