import { describe, expect, it } from 'vitest';
import { arrive, expectSignOut, startSignIn } from '../../../console/session/sign-in.ts';
import { createTabStorage } from '../../../console/session/tab-storage.ts';

const TOKENS = {
  idToken: 'id',
  refreshToken: 'refresh',
  expiresAt: 0,
  user: { id: 'user', email: 'user@example.com', role: 'admin' },
} as const;
const PENDING = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'the-verifier' };

class Refusal extends Error {}

/** What browsers keep for a tab. */
const memory = () => {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
};

const createTab = (failure?: Error) => {
  const kept = memory();
  const finished: object[] = [];
  const dependencies = {
    oauth: {
      begin: async () => ({ url: 'https://sign-in.example/authorize', pending: PENDING }),
      finish: async (query: URLSearchParams, pending: object) => {
        finished.push(pending);
        if (failure !== undefined) throw failure;
        return { ...TOKENS, idToken: `for ${query.get('code')}` };
      },
    },
    storage: createTabStorage(kept),
    isRefused: (error: unknown) => error instanceof Refusal,
  };
  return { dependencies, kept, finished };
};

const come = (tab: ReturnType<typeof createTab>, query: string) =>
  arrive(tab.dependencies, new URLSearchParams(query));

describe('coming to the console', () => {
  it('as nobody means to sign in, and after signing out to be told so, once', async () => {
    const tab = createTab();
    expect(await come(tab, '')).toEqual({ kind: 'nobody' });
    expectSignOut(tab.dependencies.storage);
    expect(await come(tab, '')).toEqual({ kind: 'signed-out' });
    expect(await come(tab, '')).toEqual({ kind: 'nobody' });
  });

  it('back from the sign-in page leads to where the user was, and leaves nothing behind', async () => {
    const tab = createTab();
    expect(await startSignIn(tab.dependencies, '#/there')).toBe('https://sign-in.example/authorize');
    expect(await come(tab, 'code=1&state=the-state')).toEqual({
      kind: 'signed-in',
      tokens: { ...TOKENS, idToken: 'for 1' },
      hash: '#/there',
    });
    expect(tab.finished).toEqual([{ ...PENDING, hash: '#/there' }]);
    expect(tab.kept.items.size).toBe(0);
    expect(await come(tab, 'code=1&state=the-state')).toMatchObject({ kind: 'failed', reason: 'foreign' });
  });

  it.each([
    ['code=1&state=another', 'foreign'],
    ['code=1', 'foreign'],
    ['error=access_denied&state=another', 'foreign'],
    ['error=access_denied&state=the-state', 'denied'],
  ])('with %s exchanges nothing: %s', async (query, reason) => {
    const tab = createTab();
    await startSignIn(tab.dependencies, '#/there');
    expect(await come(tab, query)).toEqual({ kind: 'failed', reason, hash: '#/there' });
    expect(tab.finished).toEqual([]);
  });

  it.each([
    [new Refusal('used'), 'expired'],
    [new TypeError('no network'), 'unreachable'],
    [new Error('the nonce is another'), 'foreign'],
  ])('with a code that fails by %s is told apart: %s', async (failure, reason) => {
    const tab = createTab(failure);
    await startSignIn(tab.dependencies, '');
    expect(await come(tab, 'code=1&state=the-state')).toMatchObject({ kind: 'failed', reason });
  });

  it('finds what was kept for it unusable, and does not fail by that', async () => {
    const tab = createTab();
    await startSignIn(tab.dependencies, '');
    for (const name of tab.kept.items.keys()) tab.kept.items.set(name, '{"state":"the-state"');
    expect(await come(tab, 'code=1&state=the-state')).toMatchObject({ reason: 'foreign' });
  });
});

describe('what a tab keeps', () => {
  it('is cleared by the start of its name', () => {
    const kept = memory();
    const storage = createTabStorage(kept);
    storage.write('draft:a', { name: 'x' });
    storage.write('draft:b', 1);
    storage.write('other', true);
    storage.clear('draft:');
    expect([storage.read('draft:a'), storage.read('other'), kept.items.size]).toEqual([undefined, true, 1]);
  });
});
