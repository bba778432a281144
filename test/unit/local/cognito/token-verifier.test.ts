import { createHmac } from 'node:crypto';
import { type CryptoKey, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSigningKey } from '../../../../infra/local/cognito/tokens/signing-key.ts';
import { createTokenVerifier } from '../../../../infra/local/cognito/tokens/token-verifier.ts';

const ISSUER = 'http://127.0.0.1:4000/us-east-1_Small0000';
const NOW = 1_800_000_000;
const now = new Date(NOW * 1_000);

const key = await createSigningKey();
const otherKey = await createSigningKey();
const { privateKey: pssKey } = await generateKeyPair('PS256');

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
  privateKey: CryptoKey | JWK | Uint8Array = key.privateJwk,
  alg = 'RS256',
): Promise<string> =>
  new SignJWT({ ...CLAIMS, ...changes }).setProtectedHeader({ alg, kid: 'local' }).sign(privateKey);

const verifyToken = createTokenVerifier(ISSUER, key.publicKey);
const verify = (token: string, at = now) => verifyToken(token, undefined, at);

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
  const secret = await exportSPKI(key.publicKey);
  const [header = '', payload = ''] = (await tamper(0, rewrite({ alg: 'HS256' }))).split('.');
  const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
};

describe('a token verifier', () => {
  it('returns the claims as text, as API Gateway passes them on', async () => {
    expect(await verify(await sign())).toEqual({
      sub: '5c4f2c1a',
      aud: 'console',
      iss: ISSUER,
      token_use: 'id',
      iat: String(NOW - 60),
      exp: String(NOW + 60),
      email_verified: 'true',
      'cognito:groups': 'admin,member',
      'custom:organization_id': 'o1',
    });
  });

  it('checks times to the second', async () => {
    const token = await sign({ nbf: NOW });
    const at = (seconds: number) => verify(token, new Date(seconds * 1_000));
    expect(await at(NOW - 1)).toBeUndefined();
    expect(await at(NOW)).toBeDefined();
    expect(await at(NOW + 59)).toBeDefined();
    expect(await at(NOW + 60)).toBeUndefined();
  });

  it('uses the current time by default', async () => {
    const seconds = Math.floor(Date.now() / 1_000);
    expect(await verifyToken(await sign({ exp: seconds + 60 }), undefined)).toBeDefined();
    expect(await verifyToken(await sign({ exp: seconds - 60 }), undefined)).toBeUndefined();
  });

  it.each<[string, () => string | Promise<string>]>([
    ['changed claims', () => tamper(1, rewrite({ 'cognito:groups': ['owner'] }))],
    ['a changed signature', () => tamper(2, (text) => (text[0] === 'A' ? 'B' : 'A') + text.slice(1))],
    ['no signature', () => tamper(2, () => '')],
    ['another key', () => sign({}, otherKey.privateJwk)],
    ['the algorithm none', () => new UnsecuredJWT({ ...CLAIMS }).encode()],
    ['the algorithm none and a signature', () => tamper(0, rewrite({ alg: 'none' }))],
    ['a shared secret', () => sign({}, Buffer.alloc(32), 'HS256')],
    ['the public key as a shared secret', signWithPublicKey],
    ['another algorithm', () => sign({}, pssKey, 'PS256')],
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
  ])('rejects a token with %s', async (_, token) => {
    expect(await verify(await token())).toBeUndefined();
  });

  it('matches the audience against a pattern', async () => {
    const verifyForConsole = (token: string) => verifyToken(token, /^console$/, now);
    expect(await verifyForConsole(await sign())).toBeDefined();
    for (const aud of ['other', 'console2', undefined, ['console']]) {
      expect(await verifyForConsole(await sign({ aud }))).toBeUndefined();
    }
  });
});
