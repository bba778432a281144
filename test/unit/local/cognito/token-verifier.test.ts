import { createHmac, createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { openSigningKey, type SigningKey } from '../../../../infra/local/cognito/signing-key.ts';
import { createTokenVerifier } from '../../../../infra/local/cognito/token-verifier.ts';

const ISSUER = 'http://127.0.0.1:4000/us-east-1_Small0000';
const NOW = 1_800_000_000;
const now = new Date(NOW * 1_000);

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
const key = await openSigningKey(join(folder, 'key.json'));
const otherKey = await openSigningKey(join(folder, 'other-key.json'));

const CLAIMS = {
  sub: '5c4f2c1a',
  aud: 'console',
  iss: ISSUER,
  token_use: 'id',
  iat: NOW - 60,
  exp: NOW + 60,
  email_verified: true,
  'cognito:groups': ['admin', 'member'],
  'custom:organization_id': 'o1',
} as const;

const sign = (
  changes: Readonly<Record<string, unknown>> = {},
  { privateKey, kid }: { privateKey: KeyObject | Uint8Array; kid?: string } = key,
  alg = 'RS256',
): Promise<string> =>
  new SignJWT({ ...CLAIMS, ...changes })
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .sign(privateKey);

const createVerifier = (signingKey: SigningKey = key, audiencePattern?: RegExp) =>
  createTokenVerifier({ issuer: () => ISSUER, jwks: signingKey.jwks, audiencePattern });
const verifier = createVerifier();

/** The token with one of its three parts changed by a function. */
const tamper = async (part: 0 | 1 | 2, change: (text: string) => string): Promise<string> => {
  const parts = (await sign()).split('.');
  parts[part] = change(parts[part] ?? '');
  return parts.join('.');
};
const rewrite = (changes: object) => (text: string) =>
  Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(text, 'base64url').toString('utf8')), ...changes }),
  ).toString('base64url');

/** Signed with the public key as if it were a shared secret (RFC 8725, section 2.1). */
const signWithPublicKey = async (): Promise<string> => {
  const [jwk] = key.jwks.keys;
  if (jwk === undefined) throw new Error('There is no key.');
  const secret = createPublicKey({ format: 'jwk', key: { ...jwk } }).export({ type: 'spki', format: 'pem' });
  const [header = '', payload = ''] = (await tamper(0, rewrite({ alg: 'HS256' }))).split('.');
  const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
};

describe('a token verifier', () => {
  it('returns the claims as text, as API Gateway passes them on', async () => {
    expect(await verifier.verify(await sign(), now)).toEqual({
      claims: {
        sub: '5c4f2c1a',
        aud: 'console',
        iss: ISSUER,
        token_use: 'id',
        iat: String(NOW - 60),
        exp: String(NOW + 60),
        email_verified: 'true',
        'cognito:groups': 'admin,member',
        'custom:organization_id': 'o1',
      },
    });
  });

  it('goes by the second', async () => {
    const token = await sign({ nbf: NOW });
    const at = (seconds: number) => verifier.verify(token, new Date(seconds * 1_000));
    expect(await at(NOW - 1)).toBeUndefined();
    expect(await at(NOW)).toBeDefined();
    expect(await at(NOW + 59)).toBeDefined();
    expect(await at(NOW + 60)).toBeUndefined();
  });

  it('uses the current time by default', async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    expect(await verifier.verify(await sign({ exp: seconds + 60 }))).toBeDefined();
    expect(await verifier.verify(await sign({ exp: seconds - 60 }))).toBeUndefined();
  });

  it.each<[string, () => string | Promise<string>]>([
    ['changed claims', () => tamper(1, rewrite({ 'cognito:groups': ['owner'] }))],
    ['a changed signature', () => tamper(2, (text) => (text[0] === 'A' ? 'B' : 'A') + text.slice(1))],
    ['no signature', () => tamper(2, () => '')],
    ['another key', () => sign({}, otherKey)],
    ["another key under the right key's id", () => sign({}, { ...otherKey, kid: key.kid })],
    ['the algorithm none', () => new UnsecuredJWT({ ...CLAIMS }).encode()],
    ['the algorithm none and a signature', () => tamper(0, rewrite({ alg: 'none' }))],
    ['a shared secret', () => sign({}, { privateKey: Buffer.alloc(32), kid: key.kid }, 'HS256')],
    ['the public key as a shared secret', signWithPublicKey],
    ['another algorithm of the right key', () => sign({}, key, 'PS256')],
    ['another issuer', () => sign({ iss: 'http://127.0.0.1:4000/us-east-1_Other0000' })],
    ['no issuer', () => sign({ iss: undefined })],
    ['no expiry', () => sign({ exp: undefined })],
    ['no user', () => sign({ sub: undefined })],
    ['another use', () => sign({ token_use: 'access' })],
    ['no use', () => sign({ token_use: undefined })],
    ['extensions that are not known', () => tamper(0, rewrite({ crit: ['x'], x: 1 }))],
    ['a fourth part', async () => `${await sign()}.x`],
    ['no parts', () => 'token'],
    ['nothing', () => ''],
  ])('refuses a token with %s', async (_, token) => {
    expect(await verifier.verify(await token(), now)).toBeUndefined();
  });

  it('takes RS256 only, even of a key that does not say so', async () => {
    const keys = key.jwks.keys.map(({ alg, ...jwk }) => jwk);
    const anyKey = createTokenVerifier({ issuer: () => ISSUER, jwks: { keys } });
    expect(await anyKey.verify(await sign(), now)).toBeDefined();
    expect(await anyKey.verify(await sign({}, key, 'PS256'), now)).toBeUndefined();
  });

  it('takes access tokens instead where told so', async () => {
    const accessTokens = createTokenVerifier({ issuer: () => ISSUER, jwks: key.jwks, tokenUse: 'access' });
    expect(await accessTokens.verify(await sign({ token_use: 'access' }), now)).toBeDefined();
    expect(await accessTokens.verify(await sign(), now)).toBeUndefined();
  });

  it('holds the audience to a pattern', async () => {
    const ofConsole = createVerifier(key, /^console$/g);
    const token = await sign();
    for (const _ of [1, 2]) expect(await ofConsole.verify(token, now)).toBeDefined();
    for (const aud of ['other', 'console2', undefined, ['console']]) {
      expect(await ofConsole.verify(await sign({ aud }), now)).toBeUndefined();
    }
  });

  it('asks for the issuer only when there is a token', async () => {
    let issuer = '';
    const late = createTokenVerifier({ issuer: () => issuer, jwks: key.jwks });
    expect(await late.verify(await sign(), now)).toBeUndefined();
    issuer = ISSUER;
    expect(await late.verify(await sign(), now)).toBeDefined();
  });
});
