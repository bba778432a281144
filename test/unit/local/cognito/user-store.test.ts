import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../../infra/local/cognito/users/password-hash.ts';
import { openUserStore, type StoredUser } from '../../../../infra/local/cognito/users/user-store.ts';
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
  isDisabled: false,
  isConfirmed: true,
});

describe('the stored users', () => {
  it('persists users before `put` is fulfilled', async () => {
    const ada = user('ada@example.com');
    const store = openUserStore(path);
    await store.put(ada);
    expect(openUserStore(path).bySub(ada.sub)).toEqual(ada);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('finds users by email regardless of case', async () => {
    const ada = user('Ada@Example.com');
    const store = openUserStore(path);
    await store.put(ada);
    expect(store.byEmail('aDA@eXAMPLE.COM')).toEqual(ada);
    expect(openUserStore(path).byEmail('ada@example.com')).toEqual(ada);
    expect(store.byEmail('')).toBeUndefined();
  });

  it('stores all concurrent changes', async () => {
    const store = openUserStore(path);
    await Promise.all(Array.from({ length: 40 }, (_, index) => store.put(user(`u${index}@example.com`))));
    const stored = openUserStore(path);
    const found = Array.from({ length: 40 }, (_, index) => stored.byEmail(`u${index}@example.com`));
    expect(found).not.toContain(undefined);
  });

  it.each(['{"users":[{', '{"users":[{"sub":"x"}]}', '[]'])('keeps a damaged file: %s', (text) => {
    writeFileSync(path, text);
    expect(() => openUserStore(path)).toThrow(StartError);
    expect(() => openUserStore(path)).toThrow(/damaged: restore it, or delete it/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
