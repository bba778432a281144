import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeMember } from '../../../functions/organizations/user-pool-triggers/describe-member.ts';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import type { Role } from '../../../shared/contract/organizations/users.ts';
import {
  inviteNewUser,
  inviteUser,
  type UserDependencies,
} from '../../../shared/organizations/users/invite-user.ts';
import { noteSignIn } from '../../../shared/organizations/users/note-sign-in.ts';
import {
  chooseOrganization,
  readOrganizationsOfUser,
} from '../../../shared/organizations/users/organizations-of-user.ts';
import { resendInvitation } from '../../../shared/organizations/users/resend-invitation.ts';
import { updateUser } from '../../../shared/organizations/users/update-user.ts';
import { statusOf, type User, viewOfUser } from '../../../shared/organizations/users/user.ts';
import { readUser } from '../../../shared/organizations/users/user-repository.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { createMemoryPool, type MemoryPool } from '../../support/processes/memory-pool.ts';

const EMAIL = 'ada@agency.example';
const OPERATOR = { id: 'cli:ops', name: 'cli:ops', from: null };
const AT = '2026-01-31T09:30:00.000Z';

let engine: TestEngine;
let pool: MemoryPool;
let dependencies: UserDependencies;
/** The organizations of the user: the first invited first. */
let first: string;
let second: string;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());
beforeEach(() => {
  [first, second] = [randomUUID(), randomUUID()];
  pool = createMemoryPool();
  const table = engine.table;
  dependencies = { ...table, endGrants: createEndGrants(table), users: pool.directory };
});

const invite = (organizationId: string, role: Role = 'member', email = EMAIL): Promise<User> =>
  inviteNewUser(dependencies, { organizationId, email, role }, OPERATOR);

/** Invites the user to both organizations. */
const inviteToBoth = async (roles: readonly [Role, Role] = ['admin', 'member']): Promise<User> => {
  await invite(first, roles[0]);
  return invite(second, roles[1]);
};

const change = (organizationId: string, { id }: User, changes: Parameters<typeof updateUser>[3]) =>
  updateUser(dependencies, organizationId, id, changes, { actor: OPERATOR, mayEndLastAdmin: true });

const choose = ({ id }: User, organizationId: string, current = first) =>
  chooseOrganization(
    dependencies,
    { actor: { id, name: EMAIL, from: '192.0.2.1' }, current },
    organizationId,
  );

/** Organization and groups of the next token; `{}` for one that stays as it is. */
const tokenOf = async ({ id }: User) => {
  const { claimsOverrideDetails: changes } = await describeMember(dependencies.reader, id);
  return changes === undefined
    ? {}
    : { ...changes.claimsToAddOrOverride, groups: changes.groupOverrideDetails?.groupsToOverride };
};

const tokenFor = (organizationId: string, role: Role) => ({
  'custom:organization_id': organizationId,
  groups: [role],
});

const actionsOf = async (organizationId: string): Promise<readonly unknown[]> =>
  (await engine.itemsOf(`AUDIT_LOG#${organizationId}`)).map(({ action }) => action);

describe('an invitation of a user of another organization', () => {
  it('invites a user of another organization like any other, and reveals nothing of that one', async () => {
    const other = await noteSignIn(dependencies, { ...(await invite(first, 'admin')), signedInAt: AT });
    const user = await invite(second);
    const unknown = await invite(second, 'member', 'new@agency.example');
    expect(viewOfUser(user)).toEqual({
      ...viewOfUser(unknown),
      id: other.id,
      email: EMAIL,
      invitedAt: user.invitedAt,
    });
    expect(statusOf(user)).toBe('invited');
    expect(JSON.stringify(await engine.itemsOf(`USER#${second}`))).not.toContain(first);
    expect(JSON.stringify(await engine.itemsOf(`AUDIT_LOG#${second}`))).not.toContain(first);
    expect(JSON.stringify(await engine.itemsOf(`AUDIT_LOG#${first}`))).not.toContain(second);
  });

  it("keeps the first organization's password, role and choice", async () => {
    const user = await inviteToBoth();
    expect([...pool.all.values()]).toEqual([
      { organizationId: first, email: EMAIL, role: 'admin', isDisabled: false },
    ]);
    expect(await tokenOf(user)).toEqual(tokenFor(first, 'admin'));
  });

  it('rejects an invitation of a user who already belongs to the organization', async () => {
    await inviteToBoth();
    for (const organizationId of [first, second]) {
      await expect(invite(organizationId)).rejects.toThrow('already a user of your organization');
    }
  });

  it('lets a user sign in again whom all others disabled, but only there', async () => {
    const user = await invite(first, 'admin');
    await change(first, user, { isDisabled: true });
    expect(pool.all.get(user.id)?.isDisabled).toBe(true);
    await invite(second);
    expect(pool.all.get(user.id)?.isDisabled).toBe(false);
    expect(await tokenOf(user)).toEqual(tokenFor(second, 'member'));
  });

  it('keeps a user disabled whom the operator disabled in the user pool', async () => {
    const user = await invite(first);
    await pool.directory.disable(user.id);
    await invite(second);
    expect(pool.all.get(user.id)?.isDisabled).toBe(true);
  });

  it('stores concurrent invitations of several organizations once each', async () => {
    const user = await invite(first);
    const others = [second, randomUUID(), randomUUID()];
    await Promise.all(others.map((each) => invite(each)));
    const [{ organizationIds } = {}] = await engine.itemsOf(`MEMBERSHIPS#${user.id}`);
    expect([...(organizationIds as string[])].sort()).toEqual([first, ...others].sort());
  });

  it('rejects more than 50 organizations', async () => {
    const user = await inviteToBoth();
    const [item] = await engine.itemsOf(`MEMBERSHIPS#${user.id}`);
    const organizationIds = Array.from({ length: 50 }, () => randomUUID());
    await dependencies.writer.put({ ...item, organizationIds } as never, 1);
    await expect(invite(randomUUID())).rejects.toThrow('Contact the operator');
  });

  it('resends an invitation without revealing that the user has signed in elsewhere', async () => {
    const user = await inviteToBoth();
    await noteSignIn(dependencies, { ...user, organizationId: first, signedInAt: AT });
    pool.directory.resend = async () => false;
    expect(await resendInvitation(dependencies, second, user.id, OPERATOR)).toEqual(user);
    expect(await actionsOf(second)).toEqual(['user.invited', 'user.invitation_resent']);
    await expect(resendInvitation(dependencies, first, user.id, OPERATOR)).rejects.toThrow(
      'already signed in',
    );
  });

  it('never dates the first sign-in before the invitation', async () => {
    const user = await inviteToBoth();
    const noted = await noteSignIn(dependencies, { ...user, signedInAt: AT });
    expect([statusOf(noted), noted.lastSignInAt]).toEqual(['active', user.invitedAt]);
  });

  it('replaces a user who left the user pool, and ends that membership', async () => {
    const former = await inviteToBoth();
    pool.all.delete(former.id);
    const successor = await invite(first);
    await invite(second);
    expect(await readUser(dependencies.reader, second, former.id)).toBeUndefined();
    expect(await tokenOf(former)).toEqual({ refusal: 'no-membership', groups: [] });
    expect(await tokenOf(successor)).toEqual(tokenFor(first, 'member'));
  });
});

describe('a token', () => {
  it('leaves the token of a user of one organization unchanged, after one read', async () => {
    const user = await invite(first);
    const keys: unknown[] = [];
    const reader: typeof dependencies.reader = {
      ...dependencies.reader,
      get: (key, options) => {
        keys.push(key);
        return dependencies.reader.get(key, options);
      },
    };
    expect(await describeMember(reader, user.id)).toEqual({});
    expect(keys).toEqual([{ pk: `MEMBERSHIPS#${user.id}`, sk: 'MEMBERSHIPS' }]);
  });

  it("names the chosen organization, with the user's role there", async () => {
    const user = await inviteToBoth(['member', 'admin']);
    await choose(user, second);
    expect(await tokenOf(user)).toEqual(tokenFor(second, 'admin'));
    await change(second, user, { role: 'member' });
    expect(await tokenOf(user)).toEqual(tokenFor(second, 'member'));
    expect(pool.all.get(user.id)?.role).toBe('member');
    await change(first, user, { role: 'admin' });
    expect(await tokenOf(user)).toEqual(tokenFor(second, 'member'));
    expect(pool.all.get(user.id)?.role).toBe('admin');
  });

  it('changes neither the role in the user pool nor that of the first organization', async () => {
    const user = await inviteToBoth(['admin', 'member']);
    for (const role of ['admin', 'member'] as const) {
      await change(second, user, { role });
      expect(pool.all.get(user.id)?.role).toBe('admin');
      expect((await readUser(dependencies.reader, first, user.id))?.user.role).toBe('admin');
    }
    await change(first, user, { role: 'member' });
    expect(pool.all.get(user.id)?.role).toBe('member');
    await change(second, user, { role: 'admin' });
    expect(pool.all.get(user.id)?.role).toBe('member');
  });

  it('names another organization while the chosen one has disabled the user, and none if all have', async () => {
    const user = await inviteToBoth();
    await choose(user, second);
    await change(second, user, { isDisabled: true });
    expect(await tokenOf(user)).toEqual(tokenFor(first, 'admin'));
    await change(first, user, { isDisabled: true });
    expect(await tokenOf(user)).toEqual({ refusal: 'no-membership', groups: [] });
    await change(second, user, { isDisabled: false });
    expect(await tokenOf(user)).toEqual(tokenFor(second, 'member'));
  });

  it("uses the pool's group for the first organization of a user who is not stored there yet", async () => {
    const id = randomUUID();
    pool.all.set(id, { organizationId: first, email: EMAIL, role: 'admin', isDisabled: false });
    const user = await invite(second);
    expect(await tokenOf(user)).toEqual({ 'custom:organization_id': first, groups: undefined });
  });

  it('issues no token if the table cannot be read', async () => {
    const reader = { ...dependencies.reader, get: () => Promise.reject(new Error('Unreachable.')) };
    await expect(describeMember(reader, randomUUID())).rejects.toThrow('Unreachable');
  });
});

describe('disabling a user', () => {
  it('blocks sign-ins while all organizations disable the user', async () => {
    const user = await inviteToBoth();
    const isDisabled = () => pool.all.get(user.id)?.isDisabled;
    await change(second, user, { isDisabled: true });
    expect(isDisabled()).toBe(false);
    await change(first, user, { isDisabled: true });
    expect(isDisabled()).toBe(true);
    await change(first, user, { isDisabled: false });
    expect(isDisabled()).toBe(false);
  });

  it('keeps a user disabled whom the operator disabled when an organization enables the user', async () => {
    const user = await inviteToBoth();
    await pool.directory.disable(user.id);
    await change(second, user, { isDisabled: true });
    expect(pool.all.get(user.id)?.isDisabled).toBe(true);
  });

  it('blocks sign-ins when both organizations disable the user concurrently', async () => {
    const user = await inviteToBoth();
    await Promise.all([first, second].map((each) => change(each, user, { isDisabled: true })));
    expect(pool.all.get(user.id)?.isDisabled).toBe(true);
  });
});

describe('the last active admin', () => {
  it('counts active admins per organization', async () => {
    const user = await inviteToBoth(['admin', 'admin']);
    for (const organizationId of [first, second]) {
      await noteSignIn(dependencies, { ...user, organizationId, signedInAt: AT });
    }
    const demote = (organizationId: string) =>
      updateUser(dependencies, organizationId, user.id, { role: 'member' }, { actor: OPERATOR });
    for (const organizationId of [first, second]) {
      await expect(demote(organizationId)).rejects.toThrow('last active admin');
    }
    const other = await invite(second, 'admin', 'other@agency.example');
    await noteSignIn(dependencies, { ...other, signedInAt: AT });
    await demote(second);
    await expect(demote(first)).rejects.toThrow('last active admin');
  });
});

describe('the choice of an organization', () => {
  it('records the choice only in the chosen organization, once', async () => {
    const user = await inviteToBoth();
    expect(await choose(user, second)).toEqual({ id: second, name: null });
    await choose(user, second);
    expect(await actionsOf(second)).toEqual(['user.invited', 'user.organization_chosen']);
    expect(await actionsOf(first)).toEqual(['user.invited']);
  });

  it('rejects an organization in which the user is not active', async () => {
    const user = await inviteToBoth();
    const foreign = await invite(randomUUID(), 'member', 'other@agency.example');
    await change(second, user, { isDisabled: true });
    for (const each of [second, foreign.organizationId, randomUUID()]) {
      expect(await choose(user, each)).toBeUndefined();
    }
    expect(await tokenOf(user)).toEqual(tokenFor(first, 'admin'));
  });

  it('chooses the only organization of a user', async () => {
    const user = await invite(first);
    expect(await choose(user, first)).toEqual({ id: first, name: null });
    expect(await choose(user, second)).toBeUndefined();
    expect(await engine.itemsOf(`MEMBERSHIPS#${user.id}`)).toEqual([]);
  });

  it('keeps one of several concurrent choices', async () => {
    const user = await inviteToBoth();
    const results = await Promise.allSettled([first, second, second].map((each) => choose(user, each)));
    expect(results.map(({ status }) => status)).toContain('fulfilled');
    const [{ chosenOrganizationId, organizationIds } = {}] = await engine.itemsOf(`MEMBERSHIPS#${user.id}`);
    expect(organizationIds).toEqual([first, second]);
    expect([first, second]).toContain(chosenOrganizationId);
  });
});

describe('the organizations of a user', () => {
  it('lists the organizations in which the user is active, by name', async () => {
    const user = await invite(first);
    expect(await readOrganizationsOfUser(dependencies.reader, user.id)).toEqual([]);
    await invite(second);
    const all = await readOrganizationsOfUser(dependencies.reader, user.id);
    expect(all).toEqual([first, second].sort().map((id) => ({ id, name: null })));
    await inviteUser(dependencies, { organizationId: second, email: EMAIL, role: 'admin' }, OPERATOR);
    await change(second, user, { isDisabled: true });
    expect(await readOrganizationsOfUser(dependencies.reader, user.id)).toEqual([{ id: first, name: null }]);
  });
});
