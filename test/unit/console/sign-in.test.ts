import { ResponseBodyError } from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import {
  arrive,
  expectSignOut,
  ownProviderOf,
  rememberProvider,
  startSignIn,
} from '../../../console/session/sign-in.ts';
import { createTabStorage } from '../../../console/session/tab-storage.ts';

const TOKENS = {
  idToken: 'id',
  refreshToken: 'refresh',
  expiresAt: 0,
  user: { id: 'user', email: 'user@example.com', role: 'admin', organizationId: undefined },
} as const;
const PENDING = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'the-verifier' };

const rejection = (): ResponseBodyError =>
  new ResponseBodyError('rejected', {
    cause: { error: 'invalid_grant' },
    response: Response.json({ error: 'invalid_grant' }, { status: 400 }),
  });

/** A fake `sessionStorage`. */
const memory = () => {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
    clear: () => items.clear(),
  };
};

const createTab = (failure?: Error) => {
  const kept = memory();
  const finished: object[] = [];
  const dependencies = {
    oauth: {
      begin: async (provider: Readonly<Record<string, string>> = {}) => ({
        url: `https://sign-in.example/authorize ${new URLSearchParams(provider)}`.trim().replace(' ', '?'),
        pending: PENDING,
      }),
      finish: async (query: URLSearchParams, pending: object) => {
        finished.push(pending);
        if (failure !== undefined) throw failure;
        return { ...TOKENS, idToken: `for ${query.get('code')}` };
      },
    },
    storage: createTabStorage(kept),
  };
  return { dependencies, kept, finished };
};

const open = (tab: ReturnType<typeof createTab>, query: string) =>
  arrive(tab.dependencies, new URLSearchParams(query));

describe('an address with an identity provider', () => {
  const urlAfter = async (query: string): Promise<string> => {
    const { dependencies } = createTab();
    rememberProvider(dependencies.storage, new URLSearchParams(query));
    // The session may end on any page.
    rememberProvider(dependencies.storage, new URLSearchParams());
    return startSignIn(dependencies, '');
  };

  it("leads to the provider's sign-in page, also later in the same tab", async () => {
    expect(await urlAfter('sso=Acme.example')).toMatch(/\?idp_identifier=acme\.example$/);
  });

  it('leads to a provider that admins have set up, in its own app client', async () => {
    const query = 'client=4k2j&provider=sso-019e';
    expect(await urlAfter(query)).toMatch(/\?identity_provider=sso-019e$/);
    const { storage } = createTab().dependencies;
    rememberProvider(storage, new URLSearchParams(query));
    expect(ownProviderOf(storage)).toEqual({ client: '4k2j', provider: 'sso-019e' });
  });

  it.each([
    'client=4k2j',
    'provider=sso-019e',
    'client=a b&provider=sso-019e',
    '',
    'sso=',
    'sso=a b',
    `sso=${'a'.repeat(41)}`,
  ])('ignores the identity provider in "%s"', async (query) => {
    expect(await urlAfter(query)).toMatch(/authorize$/);
  });
});

describe('opening the console', () => {
  it('starts a sign-in, except once after signing out', async () => {
    const tab = createTab();
    expect(await open(tab, '')).toEqual({ kind: 'not-signed-in' });
    expectSignOut(tab.dependencies.storage);
    expect(await open(tab, '')).toEqual({ kind: 'signed-out' });
    expect(await open(tab, '')).toEqual({ kind: 'not-signed-in' });
  });

  it('returns from the sign-in page to the previous view, and clears the stored state', async () => {
    const tab = createTab();
    expect(await startSignIn(tab.dependencies, '#/there')).toBe('https://sign-in.example/authorize');
    expect(await open(tab, 'code=1&state=the-state')).toEqual({
      kind: 'signed-in',
      tokens: { ...TOKENS, idToken: 'for 1' },
      hash: '#/there',
    });
    expect(tab.finished).toEqual([{ ...PENDING, hash: '#/there' }]);
    expect(tab.kept.items.size).toBe(0);
    expect(await open(tab, 'code=1&state=the-state')).toMatchObject({ kind: 'failed', reason: 'foreign' });
  });

  it.each([
    ['code=1&state=another', 'foreign'],
    ['code=1', 'foreign'],
    ['error=access_denied&state=another', 'foreign'],
    ['error=access_denied&state=the-state', 'denied'],
  ])('exchanges no code with %s, and reports %s', async (query, reason) => {
    const tab = createTab();
    await startSignIn(tab.dependencies, '#/there');
    expect(await open(tab, query)).toEqual({ kind: 'failed', reason, hash: '#/there' });
    expect(tab.finished).toEqual([]);
  });

  it.each([
    [rejection(), 'expired'],
    [new TypeError('no network'), 'unreachable'],
    [new DOMException('no response in time', 'TimeoutError'), 'unreachable'],
    [new Error('wrong nonce'), 'foreign'],
  ])('reports, for a code that fails with %s, %s', async (failure, reason) => {
    const tab = createTab(failure);
    await startSignIn(tab.dependencies, '');
    expect(await open(tab, 'code=1&state=the-state')).toMatchObject({ kind: 'failed', reason });
  });

  it('tolerates corrupt stored state', async () => {
    const tab = createTab();
    await startSignIn(tab.dependencies, '');
    for (const name of tab.kept.items.keys()) tab.kept.items.set(name, '{"state":"the-state"');
    expect(await open(tab, 'code=1&state=the-state')).toMatchObject({ reason: 'foreign' });
  });
});
