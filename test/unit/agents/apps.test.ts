import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkAuthorizationRequest } from '../../../shared/agents/authorization-request.ts';
import { connectApp } from '../../../shared/agents/connect-app.ts';
import { idOfRefreshToken, tokensFor } from '../../../shared/agents/credentials.ts';
import { type ExchangeStore, exchangeCode } from '../../../shared/agents/exchange-code.ts';
import { tokenResponse } from '../../../shared/agents/granted-tokens.ts';
import { OAuthError } from '../../../shared/agents/oauth-error.ts';
import { refreshTokens } from '../../../shared/agents/refresh-tokens.ts';
import { revokeAppOfToken } from '../../../shared/agents/revoke-app.ts';
import { oauthAddresses } from '../../../shared/contract/agents/oauth.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { addressSecretOf } from '../../../shared/keys/caller-address.ts';
import { discardPendingKey, markRevoked } from '../../../shared/keys/key-writes.ts';
import { MAX_ACTIVE_KEYS_OF_MEMBER } from '../../../shared/keys/member-limit.ts';
import { removeOrphanedGatewayKeys } from '../../../shared/keys/remove-orphaned-gateway-keys.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { randomSecret, tokenOf, withChecksum } from '../../../shared/keys/token.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import {
  connectProvider,
  disconnectProvider,
} from '../../../shared/organizations/federation/connect-provider.ts';
import type { User } from '../../../shared/organizations/users/user.ts';
import { putUser, readUser } from '../../../shared/organizations/users/user-repository.ts';
import { userKey } from '../../../shared/table/items/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { APP_REQUEST, clientId, REDIRECT_URI, VERIFIER } from '../../support/agents/app-request.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { ACTOR, createKeyFixture, type GatewayFailurePoint } from '../../support/keys/key-fixture.ts';

const ADDRESSES = oauthAddresses('https://api.example.com');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = '203.0.113.7';
const CLIENT = APP_REQUEST.client_id;

const OWNER: Omit<User, 'organizationId'> = {
  id: ACTOR.id,
  email: 'owner@acme.example',
  role: 'admin',
  identityProvider: null,
  isDisabled: false,
  hasSignedIn: true,
  invitedAt: '2026-01-31T09:30:00.000Z',
  invitedBy: null,
  lastSignInAt: null,
};

const later = (milliseconds: number): Date => new Date(Date.now() + milliseconds);

/** A table that does something before its first transaction. */
const tableThat = <T extends Table>(store: T, act: () => Promise<unknown>): T => {
  let hasActed = false;
  const transact: Table['writer']['transact'] = async (...args) => {
    if (!hasActed) {
      hasActed = true;
      await act();
    }
    return store.writer.transact(...args);
  };
  return { ...store, writer: { ...store.writer, transact } };
};

const prepare = (readLag = 0) => {
  const fixture = createKeyFixture(createLaggingTable({ faults: { readLag } }));
  const { store, organizationId } = fixture;
  const owner = { ...OWNER, organizationId };
  /** Stores the owner of the app, an admin unless the changes differ. */
  const putOwner = async (changes: Partial<User> = {}): Promise<void> => {
    const stored = await readUser(store.reader, organizationId, owner.id);
    await store.writer.transact([putUser({ ...owner, ...changes }, stored?.version)]);
  };
  const connect = async (isLimited = false, endsAt: string | null = null): Promise<string> => {
    await putOwner();
    const checked = await checkAuthorizationRequest(APP_REQUEST, { allowsRegistration: true }, ADDRESSES);
    return connectApp(
      store,
      checked,
      { organizationId, permissions: ['person:read'], actor: ACTOR, endsAt },
      { isLimited },
    );
  };
  const exchangeIn = (
    table: ExchangeStore,
    code: string,
    now = new Date(),
    changes: Partial<Parameters<typeof exchangeCode>[1]> = {},
  ) =>
    exchangeCode(
      table,
      { code, clientId: CLIENT, redirectUri: REDIRECT_URI, codeVerifier: VERIFIER, from: FROM, ...changes },
      now,
    );
  const exchange = (code: string, now?: Date) => exchangeIn(store, code, now);
  const refreshIn = (table: Table, refreshToken: string, now = new Date()) =>
    refreshTokens(table, { refreshToken, clientId: CLIENT, from: FROM }, now);
  const refresh = (refreshToken: string, now?: Date) => refreshIn(store, refreshToken, now);
  const accepts = async (token: string, now = new Date()): Promise<boolean> =>
    (await authenticate(store.reader, token, now.toISOString())) !== undefined;
  const states = async () =>
    (await fixture.list()).map(({ revokedAt }) => (revokedAt === null ? 'active' : 'revoked'));
  const reasons = async () =>
    (await fixture.auditItems())
      .filter(({ action }) => action === 'api_key.revoked')
      .map(({ details }) => details);
  return {
    ...fixture,
    putOwner,
    connect,
    exchange,
    exchangeIn,
    refresh,
    refreshIn,
    accepts,
    states,
    reasons,
  };
};

const invalidGrant = (text: RegExp) =>
  expect.objectContaining({
    name: 'OAuthError',
    code: 'invalid_grant',
    message: expect.stringMatching(text),
  });

describe('a code', () => {
  it('is valid for five minutes', async () => {
    const { connect, exchange } = prepare();
    const code = await connect();
    await expect(exchange(code, later(5 * MINUTE + 1_000))).rejects.toEqual(invalidGrant(/expired/));
    expect(await exchange(code, later(4 * MINUTE))).toMatchObject({ permissions: ['person:read'] });
  });

  it('is stored as a hash only, like the tokens', async () => {
    const { connect, exchange, refresh, keyItems } = prepare();
    const code = await connect();
    const secretOf = (token: string): string => token.slice(token.lastIndexOf('_') + 1);
    expect(JSON.stringify(await keyItems())).not.toContain(secretOf(code));
    const first = await exchange(code);
    const second = await refresh(first.refreshToken);
    const stored = JSON.stringify(await keyItems());
    for (const token of [code, ...Object.values(first), ...Object.values(second)].map(String)) {
      if (token.startsWith('sd_')) expect(stored).not.toContain(secretOf(token));
    }
    // Nor what only the exchange needs.
    expect(stored).not.toContain(APP_REQUEST.code_challenge);
  });

  it('that is never exchanged leaves no gateway key, and an item that DynamoDB removes', async () => {
    const { connect, list, keyItems, gateway, store, state } = prepare();
    await connect();
    expect([gateway.size, await list()]).toEqual([0, []]);
    const [item = {}] = await keyItems();
    const seconds = Number(item['ttl']) - Date.now() / 1_000;
    expect(seconds).toBeGreaterThan(298);
    expect(seconds).toBeLessThanOrEqual(301);
    // No call of the control plane.
    state.failure = 'at removal';
    await removeOrphanedGatewayKeys(store, await keyItems(), later(16 * MINUTE).toISOString());
  });

  it('creates the gateway key of its app when it is exchanged', async () => {
    const { connect, exchange, keyItems, metered, meter } = prepare();
    const { accessToken } = await exchange(await connect());
    const [item = {}] = await keyItems();
    expect(item).not.toHaveProperty('ttl');
    expect(metered()).toEqual([[item['id'], 'plan-1']]);
    expect(await meter(accessToken)).toBe(item['gatewayKey']);
  });

  it('is refused once its app was discarded', async () => {
    const { connect, exchange, keyItems, store, gateway } = prepare();
    const code = await connect();
    const [{ id } = {}] = await keyItems();
    await store.writer.transact([discardPendingKey(String(id))]);
    await expect(exchange(code)).rejects.toEqual(invalidGrant(/no longer valid/));
    expect(gateway.size).toBe(0);
  });

  it.each([
    ['another verifier', { codeVerifier: 'x'.repeat(43) }],
    ['the challenge as verifier', { codeVerifier: APP_REQUEST.code_challenge }],
    ['no verifier', { codeVerifier: '' }],
    ['another client', { clientId: clientId('Thief') }],
    ['another redirect URI', { redirectUri: 'https://evil.example/callback' }],
  ])('is refused with %s, and still works for its client', async (_, changes) => {
    const { connect, exchangeIn, store } = prepare();
    const code = await connect();
    await expect(exchangeIn(store, code, new Date(), changes)).rejects.toThrow(OAuthError);
    // As OAuth 2.1 leaves it out.
    await exchangeIn(store, code, new Date(), { redirectUri: undefined });
  });

  it('is exchanged, renewed and revoked at once, while eventually consistent reads lag', () =>
    inVirtualTime(async () => {
      const { connect, exchange, refresh, store } = prepare(10_000);
      const renewed = await refresh((await exchange(await connect())).refreshToken);
      const again = await refresh(renewed.refreshToken);
      await revokeAppOfToken(store, again.accessToken, FROM);
      await expect(refresh(again.refreshToken)).rejects.toEqual(invalidGrant(/revoked/));
    }));

  it('works once: used again, it revokes the app with its tokens', async () => {
    const { connect, exchange, accepts, states, reasons } = prepare();
    const code = await connect();
    const { accessToken } = await exchange(code);
    await expect(exchange(code)).rejects.toEqual(invalidGrant(/already used/));
    expect([await states(), await accepts(accessToken)]).toEqual([['revoked'], false]);
    expect(await reasons()).toEqual([{ reason: 'code_reuse' }]);
  });

  it('revokes the app if it is used twice at the same time', async () => {
    const { connect, exchange, exchangeIn, states, store } = prepare();
    const code = await connect();
    const racing = tableThat(store, () => exchange(code));
    await expect(exchangeIn(racing, code)).rejects.toEqual(invalidGrant(/already used/));
    expect(await states()).toEqual(['revoked']);
  });

  type Prepared = ReturnType<typeof prepare>;
  const failingAt =
    (failure: GatewayFailurePoint) =>
    async ({ state, exchange }: Prepared, code: string): Promise<unknown> => {
      state.failure = failure;
      const failed = exchange(code);
      await failed.catch(() => undefined);
      state.failure = undefined;
      return failed;
    };
  const interruptions: readonly [string, (prepared: Prepared, code: string) => Promise<unknown>, number][] = [
    ['before it begins', ({ endingAt, exchangeIn }, code) => exchangeIn(endingAt(1), code), 0],
    ['before the gateway key', failingAt('before key'), 0],
    ['before its plan', failingAt('before plan'), 1],
    ['before the activation', ({ endingAt, exchangeIn }, code) => exchangeIn(endingAt(2), code), 1],
  ];

  it.each(interruptions)('can be exchanged again after an interruption %s', async (_, interrupt) => {
    const prepared = prepare();
    const code = await prepared.connect();
    await expect(interrupt(prepared, code)).rejects.toThrow();
    expect(await prepared.list()).toEqual([]);
    const { accessToken } = await prepared.exchange(code);
    expect(await prepared.accepts(accessToken)).toBe(true);
    expect(prepared.metered().map(([, plan]) => plan)).toEqual(['plan-1']);
  });

  it.each(interruptions)(
    'leaves nothing that a listing does not remove after an interruption %s',
    async (_, interrupt, gatewayKeys) => {
      const prepared = prepare();
      const { gateway, keyItems, store } = prepared;
      await expect(interrupt(prepared, await prepared.connect())).rejects.toThrow();
      expect(gateway.size).toBe(gatewayKeys);
      await removeOrphanedGatewayKeys(store, await keyItems(), later(16 * MINUTE).toISOString());
      expect(gateway.size).toBe(0);
      // Of the others, DynamoDB removes the item.
      expect((await keyItems()).every((item) => 'ttl' in item)).toBe(true);
    },
  );
});

describe('an app', () => {
  it('is metered and listed from the exchange on', async () => {
    const { connect, exchange, metered, list, auditItems } = prepare();
    await exchange(await connect());
    const [key] = await list();
    expect(key).toMatchObject({
      name: 'Agent',
      client: { id: CLIENT, name: 'Agent', endsAt: null },
      ownerId: ACTOR.id,
    });
    expect(metered()).toEqual([[key?.id, 'plan-1']]);
    expect((await auditItems()).map(({ action, actor }) => [action, actor])).toEqual([
      ['api_key.created', ACTOR],
    ]);
  });

  it('cannot be rotated like a key', async () => {
    const { connect, exchange, list, store, scope } = prepare();
    await exchange(await connect());
    const [app] = await list();
    await expect(rotateKey(store, scope, app?.id ?? '', 0, ACTOR)).rejects.toThrow(
      'renews its tokens itself',
    );
  });

  it('counts for the limit of a member', async () => {
    const { connect } = prepare();
    for (let count = 0; count < MAX_ACTIVE_KEYS_OF_MEMBER; count++) await connect(true);
    await expect(connect(true)).rejects.toThrow('You already have 25 active keys');
  });

  it('expires 30 days after its last renewal', async () => {
    const { connect, exchange, refresh } = prepare();
    const { refreshToken } = await exchange(await connect());
    const renewed = await refresh(refreshToken, later(29 * DAY));
    const again = await refresh(renewed.refreshToken, later(58 * DAY));
    await expect(refresh(again.refreshToken, later(89 * DAY))).rejects.toEqual(invalidGrant(/expired/));
  });
});

describe('an app with an end', () => {
  it('expires then, however often it is renewed', async () => {
    const { connect, exchange, refresh, accepts, list } = prepare();
    const endsAt = later(40 * DAY).toISOString();
    const { refreshToken } = await exchange(await connect(false, endsAt));
    expect((await list())[0]).toMatchObject({ client: { endsAt } });
    const renewed = await refresh(refreshToken, later(20 * DAY));
    expect(await list()).toMatchObject([{ expiresAt: endsAt }]);
    const last = await refresh(renewed.refreshToken, later(40 * DAY - 10 * MINUTE));
    expect(last.expiresAt).toBe(endsAt);
    expect(await accepts(last.accessToken, later(40 * DAY - MINUTE))).toBe(true);
    expect(await accepts(last.accessToken, later(40 * DAY + MINUTE))).toBe(false);
    await expect(refresh(last.refreshToken, later(40 * DAY + MINUTE))).rejects.toEqual(
      invalidGrant(/expired/),
    );
  });
});

describe('an access token', () => {
  it('is valid for an hour longer than its client is told, or until it is renewed', async () => {
    const { connect, exchange, refresh, accepts } = prepare();
    const tokens = await exchange(await connect());
    const { accessToken, refreshToken } = tokens;
    expect(tokenResponse(tokens, new Date())).toMatchObject({ expires_in: 3_600 });
    expect(await accepts(accessToken, later(119 * MINUTE))).toBe(true);
    expect(await accepts(accessToken, later(121 * MINUTE))).toBe(false);
    const renewed = await refresh(refreshToken, later(121 * MINUTE));
    expect(await accepts(renewed.accessToken, later(240 * MINUTE))).toBe(true);
    expect(await accepts(accessToken)).toBe(false);
  });
});

describe('a refresh token that was replaced', () => {
  it('yields the tokens that replaced it for a minute, and then revokes the app', async () => {
    const { connect, exchange, refresh, states, accepts } = prepare();
    const { refreshToken } = await exchange(await connect());
    const renewed = await refresh(refreshToken);
    const repeated = await refresh(refreshToken, later(50_000));
    expect(repeated).toEqual(renewed);
    expect(await states()).toEqual(['active']);
    await expect(refresh(refreshToken, later(70_000))).rejects.toEqual(invalidGrant(/revoked/));
    expect(await states()).toEqual(['revoked']);
    expect(await accepts(renewed.accessToken)).toBe(false);
  });

  it('revokes the app at once if its successor was replaced, too', async () => {
    const { connect, exchange, refresh, states } = prepare();
    const { refreshToken } = await exchange(await connect());
    await refresh((await refresh(refreshToken)).refreshToken);
    await expect(refresh(refreshToken)).rejects.toEqual(invalidGrant(/revoked/));
    expect(await states()).toEqual(['revoked']);
  });

  it('ends the app at the request of its client', async () => {
    const { connect, exchange, refresh, states, store, auditItems } = prepare();
    const { refreshToken } = await exchange(await connect());
    await refresh(refreshToken);
    await revokeAppOfToken(store, refreshToken, FROM);
    await revokeAppOfToken(store, refreshToken, FROM);
    expect(await states()).toEqual(['revoked']);
    const revocations = (await auditItems()).filter(({ action }) => action === 'api_key.revoked');
    expect(revocations).toMatchObject([{ details: { reason: 'client_request' }, actor: { from: FROM } }]);
  });
});

describe('after a restore of the table', () => {
  /** An app that was renewed three times; its item is that of before the second time. */
  const prepareRestored = async () => {
    const fixture = prepare();
    const { connect, exchange, refresh, keyItems, store } = fixture;
    const tokens = [await exchange(await connect())];
    const renew = async (minutes: number) => {
      const renewed = await refresh(tokens.at(-1)?.refreshToken ?? '', later(minutes * MINUTE));
      tokens.push(renewed);
    };
    await renew(10);
    const [item] = await keyItems();
    if (item === undefined) throw new Error('The app has no item.');
    await renew(20);
    await renew(30);
    await store.writer.transact([{ put: { Item: item } }]);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const [first = '', second = '', third = '', fourth = ''] = tokens.map((each) => each.refreshToken);
    return { ...fixture, tokens: { first, second, third, fourth } };
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('accepts the token of the last renewal, and the next ones', async () => {
    const { refresh, tokens, states, accepts } = await prepareRestored();
    const renewed = await refresh(tokens.fourth, later(90 * MINUTE));
    expect(await accepts(renewed.accessToken, later(91 * MINUTE))).toBe(true);
    expect(await refresh(tokens.fourth, later(90 * MINUTE + 50_000))).toEqual(renewed);
    await refresh(renewed.refreshToken, later(150 * MINUTE));
    expect(await states()).toEqual(['active']);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it.each(['first', 'second', 'third', 'fourth'] as const)(
    'revokes the app if the %s token is presented after the last one was accepted',
    async (name) => {
      const { refresh, tokens, states } = await prepareRestored();
      await refresh(tokens.fourth, later(90 * MINUTE));
      await expect(refresh(tokens[name], later(100 * MINUTE))).rejects.toEqual(invalidGrant(/revoked/));
      expect(await states()).toEqual(['revoked']);
    },
  );

  it('revokes the app if another party had renewed with an older token', async () => {
    const { refresh, tokens, states } = await prepareRestored();
    const stolen = await refresh(tokens.third, later(80 * MINUTE));
    await refresh(tokens.fourth, later(90 * MINUTE));
    await expect(refresh(stolen.refreshToken, later(100 * MINUTE))).rejects.toEqual(invalidGrant(/revoked/));
    expect(await states()).toEqual(['revoked']);
  });

  it('revokes the app for a token that was replaced before the restored moment', async () => {
    const { refresh, tokens, states } = await prepareRestored();
    await expect(refresh(tokens.first, later(90 * MINUTE))).rejects.toEqual(invalidGrant(/revoked/));
    expect(await states()).toEqual(['revoked']);
  });
});

describe('a forged refresh token', () => {
  /** Where a token has its generation: after the family. */
  const withGeneration = (token: string, generation: string): string => {
    const start = token.lastIndexOf('_') + 1 + 22;
    return withChecksum(token.slice(0, start) + generation + token.slice(start + 5, -6));
  };

  it.each<[string, (token: string, secret: string, id: string) => string]>([
    ['of a later generation, by who has an earlier one', (token) => withGeneration(token, '0000z')],
    [
      'of a later generation, by who reads the table',
      (_, secret, id) => tokensFor(secret, id, '', { family: 'A'.repeat(22), generation: 9 }).refreshToken,
    ],
  ])('%s is refused, and revokes nothing', async (_, forge) => {
    const { connect, exchange, refresh, states, store, keyItems } = prepare();
    const { refreshToken } = await exchange(await connect());
    const [item = {}] = await keyItems();
    const forged = forge(refreshToken, addressSecretOf(item) ?? '', String(item['id']));
    expect(idOfRefreshToken(forged)).toBe(item['id']);
    await expect(refresh(forged)).rejects.toEqual(invalidGrant(/invalid/));
    await revokeAppOfToken(store, forged, FROM);
    expect(await states()).toEqual(['active']);
    await refresh(refreshToken);
  });
});

describe('a refresh token of another client', () => {
  it('is refused, and still works for its own', async () => {
    const { connect, exchange, refresh, store } = prepare();
    const { refreshToken } = await exchange(await connect());
    const stolen = { refreshToken, clientId: clientId('Thief'), from: FROM };
    await expect(refreshTokens(store, stolen, new Date())).rejects.toEqual(invalidGrant(/another client/));
    await refresh(refreshToken);
  });
});

describe('an access token that its client revokes', () => {
  it('ends the app, unless it was replaced or made up', async () => {
    const { connect, exchange, refresh, states, store, list } = prepare();
    const first = await exchange(await connect());
    const { accessToken } = await refresh(first.refreshToken);
    const [app] = await list();
    for (const token of [first.accessToken, tokenOf(app?.id ?? '', randomSecret())]) {
      await revokeAppOfToken(store, token, FROM);
      expect(await states()).toEqual(['active']);
    }
    await revokeAppOfToken(store, accessToken, FROM);
    expect(await states()).toEqual(['revoked']);
  });
});

describe('a renewal during which the app changes', () => {
  it.each<[string, (prepared: ReturnType<typeof prepare>, id: string) => Promise<unknown>, boolean]>([
    [
      'renews a renamed app',
      ({ store, scope }, id) => updateKey(store, scope, id, { name: 'B' }, ACTOR),
      true,
    ],
    [
      'does not revive a revoked one',
      ({ store }, id) => store.writer.transact([markRevoked(id, later(0).toISOString())]),
      false,
    ],
  ])('%s', async (_, change, isRenewed) => {
    const prepared = prepare();
    const { connect, exchange, refreshIn, accepts, list, store } = prepared;
    const { refreshToken } = await exchange(await connect());
    const [app] = await list();
    const racing = tableThat(store, () => change(prepared, app?.id ?? ''));
    const renewal = refreshIn(racing, refreshToken);
    if (isRenewed) expect(await accepts((await renewal).accessToken)).toBe(true);
    else await expect(renewal).rejects.toEqual(invalidGrant(/revoked/));
  });
});

describe('an owner who loses access', () => {
  type Prepared = ReturnType<typeof prepare>;
  const remove = ({ store, organizationId }: Prepared) =>
    store.writer.transact([{ delete: { Key: { ...userKey(organizationId, ACTOR.id) } } }]);
  const losses: readonly [string, (prepared: Prepared) => Promise<unknown>, RegExp, string][] = [
    [
      'is disabled',
      ({ putOwner }) => putOwner({ isDisabled: true }),
      /no longer has access/,
      'owner_without_access',
    ],
    ['is removed', remove, /no longer has access/, 'owner_without_access'],
    ['is demoted', ({ putOwner }) => putOwner({ role: 'member' }), /no longer is one/, 'owner_not_admin'],
  ];

  it.each(losses)('leaves a code that yields nothing: %s', async (_, lose, text) => {
    const prepared = prepare();
    const code = await prepared.connect();
    await lose(prepared);
    await expect(prepared.exchange(code)).rejects.toEqual(invalidGrant(text));
    await prepared.putOwner();
    await expect(prepared.exchange(code)).rejects.toThrow(OAuthError);
    expect(await prepared.list()).toEqual([]);
  });

  it.each(losses)('leaves an app that is revoked when it renews: %s', async (_, lose, text, reason) => {
    const prepared = prepare();
    const { accessToken, refreshToken } = await prepared.exchange(await prepared.connect());
    await lose(prepared);
    await expect(prepared.refresh(refreshToken)).rejects.toEqual(invalidGrant(text));
    expect([await prepared.states(), await prepared.accepts(accessToken)]).toEqual([['revoked'], false]);
    expect(await prepared.reasons()).toEqual([{ reason }]);
  });

  it.each(losses)('leaves no app if it happens while the code is exchanged: %s', async (_, lose) => {
    const prepared = prepare();
    const { store, connect, exchangeIn, list } = prepared;
    const code = await connect();
    const racing = tableThat(store, () => lose(prepared));
    await expect(exchangeIn(racing, code)).rejects.toEqual(invalidGrant(/no longer valid/));
    expect(await list()).toEqual([]);
  });

  it('keeps an app whose permissions another admin granted, as long as its owner is a member', async () => {
    const { connect, exchange, refresh, putOwner, list, store, scope } = prepare();
    const { refreshToken } = await exchange(await connect());
    const [app] = await list();
    const other = { ...ACTOR, id: 'user-2' };
    await updateKey(store, scope, app?.id ?? '', { permissions: ['person:read', 'company:read'] }, other);
    await putOwner({ role: 'member' });
    const renewed = await refresh(refreshToken);
    expect(renewed.permissions).toEqual(['person:read', 'company:read']);
    await putOwner({ role: 'member', isDisabled: true });
    await expect(refresh(renewed.refreshToken)).rejects.toEqual(invalidGrant(/no longer has access/));
  });

  it('does not count a new name by another admin as a grant', async () => {
    const { connect, exchange, refresh, putOwner, list, store, scope } = prepare();
    const { refreshToken } = await exchange(await connect());
    const [app] = await list();
    await updateKey(store, scope, app?.id ?? '', { name: 'Renamed' }, { ...ACTOR, id: 'user-2' });
    await putOwner({ role: 'member' });
    await expect(refresh(refreshToken)).rejects.toEqual(invalidGrant(/no longer is one/));
  });
});

describe('an owner whom an identity provider signs in', () => {
  const owner = { identityProvider: { name: 'acme', username: 'acme_ada' } };
  const prepareProvider = async () => {
    const prepared = prepare();
    const { store, organizationId } = prepared;
    const rules = {
      ...{ name: 'acme', organizationId, emailDomains: ['acme.example'], isOn: true },
      claims: { email: 'email', groups: 'groups' },
      groups: { admin: ['admins'], member: [] },
    };
    await connectProvider(store, rules, ACTOR);
    const code = await prepared.connect();
    await prepared.putOwner(owner);
    return { ...prepared, code, rules };
  };
  type Prepared = Awaited<ReturnType<typeof prepareProvider>>;
  const disconnect = ({ store, rules }: Prepared) => disconnectProvider(store, rules, ACTOR);

  it.each<[string, (prepared: Prepared) => Promise<unknown>]>([
    ['disconnected', disconnect],
    [
      'connected to another organization',
      async (prepared) => {
        await disconnect(prepared);
        await connectProvider(prepared.store, { ...prepared.rules, organizationId: randomUUID() }, ACTOR);
      },
    ],
    [
      'connected for other email domains',
      ({ store, rules }) => connectProvider(store, { ...rules, emailDomains: ['acme.test'] }, ACTOR),
    ],
  ])('loses codes and apps if it is %s', async (_, lose) => {
    const prepared = await prepareProvider();
    const { code, exchange, refresh, connect, putOwner, states, reasons } = prepared;
    const { refreshToken } = await refresh((await exchange(code)).refreshToken);
    const pending = await connect();
    await putOwner(owner);
    await lose(prepared);
    await expect(exchange(pending)).rejects.toEqual(invalidGrant(/no longer has access/));
    await expect(refresh(refreshToken)).rejects.toEqual(invalidGrant(/no longer has access/));
    expect([await states(), await reasons()]).toEqual([['revoked'], [{ reason: 'owner_without_access' }]]);
  });
});
