import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../../infra/local/cognito/password-hash.ts';
import { openSigningKey } from '../../../../infra/local/cognito/signing-key.ts';
import { openUserStore, type StoredUser } from '../../../../infra/local/cognito/user-store.ts';
import { StartError } from '../../../../infra/local/process/start-error.ts';

let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'users-')), 'state.json');
});

const passwordHash = await hashPassword('correct Horse 7');

const user = (email: string): StoredUser => ({
  sub: randomUUID(),
  email,
  passwordHash,
  attributes: { 'custom:organization_id': 'o1' },
  groups: ['admin'],
  enabled: true,
  createdAt: 1,
  updatedAt: 1,
});

describe('the stored users', () => {
  it('are on disk by the time that a change is acknowledged', async () => {
    const ada = user('ada@example.com');
    const store = openUserStore(path);
    await store.put(ada);
    expect(openUserStore(path).bySub(ada.sub)).toEqual(ada);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await store.remove(ada.sub);
    expect(openUserStore(path).all()).toEqual([]);
  });

  it('are found by their email in upper and lower case', async () => {
    const ada = user('Ada@Example.com');
    const store = openUserStore(path);
    await store.put(ada);
    expect(store.byEmail('aDA@eXAMPLE.COM')).toEqual(ada);
    expect(openUserStore(path).byEmail('ada@example.com')).toEqual(ada);
    expect(store.byEmail('')).toBeUndefined();
  });

  it('give up the email that they had', async () => {
    const ada = user('ada@example.com');
    const store = openUserStore(path);
    await store.put(ada);
    await store.put({ ...ada, email: 'lovelace@example.com' });
    expect(store.byEmail('ada@example.com')).toBeUndefined();
    expect(store.byEmail('lovelace@example.com')?.sub).toBe(ada.sub);
    await store.remove(ada.sub);
    expect(store.byEmail('lovelace@example.com')).toBeUndefined();
  });

  it('are all kept when many change at once', async () => {
    const store = openUserStore(path);
    await Promise.all(Array.from({ length: 40 }, (_, index) => store.put(user(`u${index}@example.com`))));
    expect(openUserStore(path).all()).toHaveLength(40);
  });

  it.each(['{"users":[{', '{"users":[{"sub":"x"}]}', '[]'])(
    'are not thrown away because the file is damaged: %s',
    (text) => {
      writeFileSync(path, text);
      expect(() => openUserStore(path)).toThrow(StartError);
      expect(() => openUserStore(path)).toThrow(/damaged: restore it, or delete it/);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );
});

describe('a password hash', () => {
  it('is of one password only, and salted', async () => {
    expect(await isPassword('correct Horse 7', passwordHash)).toBe(true);
    expect(await isPassword('correct Horse 8', passwordHash)).toBe(false);
    expect(await isPassword('', passwordHash)).toBe(false);
    expect(await hashPassword('correct Horse 7')).not.toBe(passwordHash);
  });

  it('that is missing matches nothing', async () => {
    expect(await isPassword('', undefined)).toBe(false);
  });
});

describe('the signing key', () => {
  it('is made once, and can be read by its owner only', async () => {
    const made = await openSigningKey(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const read = await openSigningKey(path);
    expect(read.privateJwk).toEqual(made.privateJwk);
    expect(read.jwks).toEqual(made.jwks);
  });

  it('shows nothing private', async () => {
    const { jwks, kid } = await openSigningKey(path);
    expect(jwks.keys).toEqual([
      { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n: expect.any(String), e: 'AQAB' },
    ]);
  });

  it('is not replaced because the file is damaged', async () => {
    const { privateJwk } = await openSigningKey(path);
    for (const damage of ['{', '{}', JSON.stringify({ ...privateJwk, n: '' })]) {
      writeFileSync(path, damage);
      await expect(openSigningKey(path)).rejects.toThrow(/damaged: restore it, or delete it to make a new/);
      expect(readFileSync(path, 'utf8')).toBe(damage);
    }
  });
});
