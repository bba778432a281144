import { ResponseBodyError } from 'oauth4webapi';
import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../../console/session/oauth-client.ts';
import {
  createSession,
  OrganizationChangedError,
  SessionEndedError,
} from '../../../console/session/session.ts';

const MINUTE = 60_000;
const LIFETIME = 15 * MINUTE;

const refusal = (): ResponseBodyError =>
  new ResponseBodyError('refused', {
    cause: { error: 'invalid_grant' },
    response: Response.json({ error: 'invalid_grant' }, { status: 400 }),
  });

/** A session with a fake clock and sign-in page. */
const createWorld = () => {
  const world = {
    time: 0,
    refreshes: 0,
    used: [] as string[],
    failure: undefined as Error | undefined,
    ends: 0,
    left: [] as string[],
    /** By number of the token. */
    organizations: [] as string[],
    changes: [] as [string | undefined, boolean][],
    revoked: [] as string[],
    scheduled: [] as { at: number; action: () => void }[],
  };
  const tokens = (number: number): Tokens => ({
    idToken: `token-${number}`,
    refreshToken: `refresh-${number}`,
    expiresAt: world.time + LIFETIME,
    user: {
      id: 'user',
      email: 'user@example.com',
      role: 'member',
      organizationId: world.organizations[number] ?? 'acme',
    },
  });
  const session = createSession({
    oauth: {
      refresh: async ({ refreshToken }) => {
        if (world.failure !== undefined) throw world.failure;
        world.refreshes++;
        world.used.push(refreshToken);
        return tokens(world.refreshes);
      },
      revoke: async ({ refreshToken }) => {
        world.revoked.push(refreshToken);
        if (world.failure !== undefined) throw world.failure;
      },
      signOutUrl: 'https://sign-in.example/logout',
    },
    tokens: tokens(0),
    now: () => world.time,
    schedule: (action, milliseconds) => world.scheduled.push({ at: world.time + milliseconds, action }),
    onEnd: () => {
      world.ends++;
    },
    onOrganizationChange: ({ user }, isExpected) => world.changes.push([user.organizationId, isExpected]),
    leave: (url) => world.left.push(url),
  });
  const advance = async (milliseconds: number): Promise<void> => {
    world.time += milliseconds;
    for (const { action } of world.scheduled.splice(0).filter(({ at }) => at <= world.time)) action();
    await Promise.resolve();
  };
  return { world, session, advance };
};

describe('a session', () => {
  it('reuses its token, and renews it before it expires', async () => {
    const { world, session, advance } = createWorld();
    expect(await session.idToken()).toBe('token-0');
    await advance(14 * MINUTE);
    expect(world.refreshes).toBe(1);
    expect(await session.idToken()).toBe('token-1');
  });

  it('sends no token with less than half a minute left', async () => {
    const { world, session } = createWorld();
    world.time += LIFETIME - MINUTE / 2 - 1;
    expect(await session.idToken()).toBe('token-0');
    world.time += 1;
    expect(await session.idToken()).toBe('token-1');
    expect(world.refreshes).toBe(1);
  });

  it('renews a token that expired during sleep, once for concurrent callers', async () => {
    const { world, session } = createWorld();
    world.time += 3 * LIFETIME;
    expect(await Promise.all([session.idToken(), session.idToken()])).toEqual(['token-1', 'token-1']);
    expect(world.refreshes).toBe(1);
  });

  it('renews with the token of the last renewal, and revokes that token at sign-out', async () => {
    const { world, session } = createWorld();
    await session.renew();
    await session.renew();
    await session.signOut();
    expect(world.used).toEqual(['refresh-0', 'refresh-1']);
    expect(world.revoked).toEqual(['refresh-2']);
  });

  it('ends when the sign-in page refuses to renew it, and reports that once', async () => {
    const { world, session } = createWorld();
    world.failure = refusal();
    await expect(session.renew()).rejects.toThrow(SessionEndedError);
    await expect(session.idToken()).rejects.toThrow(SessionEndedError);
    await expect(session.renew()).rejects.toThrow(SessionEndedError);
    session.end();
    expect(world.ends).toBe(1);
  });

  it('ends when a renewed token is for another organization, and sends no request with it', async () => {
    const { world, session, advance } = createWorld();
    world.organizations = ['acme', 'initech'];
    world.time += LIFETIME;
    const requests = await Promise.allSettled([session.idToken(), session.idToken()]);
    for (const request of requests) {
      expect(request).toMatchObject({ reason: expect.any(OrganizationChangedError) });
    }
    await expect(session.idToken()).rejects.toThrow(SessionEndedError);
    await advance(LIFETIME);
    expect([world.changes, world.refreshes, world.ends]).toEqual([[['initech', false]], 1, 0]);
  });

  it('renews the token for the chosen organization, after a renewal in progress', async () => {
    const { world, session } = createWorld();
    world.organizations = ['acme', 'acme', 'initech'];
    const underWay = session.renew();
    await expect(session.renewFor('initech')).rejects.toThrow(OrganizationChangedError);
    await underWay;
    expect([world.changes, world.refreshes]).toEqual([[['initech', true]], 2]);
  });

  it('survives a transient failure', async () => {
    const { world, session } = createWorld();
    world.failure = new TypeError('no network');
    await expect(session.renew()).rejects.toThrow('no network');
    world.failure = undefined;
    await session.renew();
    expect([await session.idToken(), world.ends]).toEqual(['token-1', 0]);
  });

  it('revokes its token on sign-out, and redirects even if that fails', async () => {
    const { world, session } = createWorld();
    world.failure = new TypeError('no network');
    await session.signOut();
    expect([world.revoked, world.left]).toEqual([['refresh-0'], ['https://sign-in.example/logout']]);
    await expect(session.idToken()).rejects.toThrow(SessionEndedError);
  });
});
