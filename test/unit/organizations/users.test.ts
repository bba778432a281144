import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEndGrants } from '../../../shared/agents/end-grants.ts';
import { OrganizationConflictError } from '../../../shared/organizations/errors.ts';
import { connectProvider } from '../../../shared/organizations/federation/connect-provider.ts';
import {
  inviteNewUser,
  inviteUser,
  type UserDependencies,
} from '../../../shared/organizations/users/invite-user.ts';
import { listUsers } from '../../../shared/organizations/users/list-users.ts';
import { noteSignIn } from '../../../shared/organizations/users/note-sign-in.ts';
import { resendInvitation } from '../../../shared/organizations/users/resend-invitation.ts';
import { type UserChanges, updateUser } from '../../../shared/organizations/users/update-user.ts';
import { statusOf, type User } from '../../../shared/organizations/users/user.ts';
import { putUser, readUser } from '../../../shared/organizations/users/user-repository.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { createMemoryPool, type MemoryPool } from '../../support/processes/memory-pool.ts';

let engine: TestEngine;
let pool: MemoryPool;
let dependencies: UserDependencies;
let organizationId: string;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());
beforeEach(() => {
  organizationId = randomUUID();
  pool = createMemoryPool();
  const table = engine.table;
  dependencies = { ...table, endGrants: createEndGrants(table), users: pool.directory };
});

const OPERATOR = { id: 'cli:ops', name: 'cli:ops', from: null };
const actorOf = ({ id, email }: User) => ({ id, name: email, from: '192.0.2.1' });
const AT = '2026-01-31T09:30:00.000Z';
const MEMBER = { role: 'member' } as const;

const invite = async (email: string, role: User['role'] = 'member'): Promise<User> =>
  (await inviteUser(dependencies, { organizationId, email, role }, OPERATOR)).user;

const signInAs = (user: User, signedInAt = AT): Promise<User> =>
  noteSignIn(dependencies, { ...user, signedInAt });

/** An admin who has signed in. */
const activeAdmin = async (email: string): Promise<User> => signInAs(await invite(email, 'admin'));

const stored = async (): Promise<readonly User[]> =>
  (await listUsers(dependencies.reader, organizationId, { limit: 100 })).items;

const actions = async (): Promise<readonly unknown[]> =>
  (await engine.itemsOf(`AUDIT_LOG#${organizationId}`)).map(({ action, targetId }) => [action, targetId]);

const change = (id: string, changes: Parameters<typeof updateUser>[3], by: User) =>
  updateUser(dependencies, organizationId, id, changes, { actor: actorOf(by) });

describe('a user of an identity provider', () => {
  const ACME = { name: 'acme', username: 'acme_ada' };
  const signInFrom = (role: User['role'], signedInAt: string): Promise<User> =>
    noteSignIn(dependencies, {
      id: '0f1c2d3e-0000-4000-8000-000000000001',
      organizationId,
      email: 'ada@acme.example',
      role,
      identityProvider: ACME,
      from: '192.0.2.1',
      signedInAt,
    });

  it("stores a provider's user at the first sign-in, with the role of the last one", async () => {
    const joined = await signInFrom('member', AT);
    expect(await stored()).toEqual([joined]);
    expect(joined).toMatchObject({
      identityProvider: ACME,
      role: 'member',
      invitedBy: null,
      hasSignedIn: true,
    });
    await signInFrom('admin', '2026-01-31T08:00:00.000Z');
    expect((await stored())[0]?.role).toBe('member');
    await signInFrom('admin', '2026-01-31T10:00:00.000Z');
    await signInFrom('admin', '2026-01-31T11:00:00.000Z');
    expect((await stored())[0]?.role).toBe('admin');
    expect(await actions()).toEqual([
      ['user.joined', joined.id],
      ['user.updated', joined.id],
    ]);
  });

  it("disables a provider's user by username, and keeps the provider's role", async () => {
    const admin = await activeAdmin('a@b.example');
    const { id } = await signInFrom('member', AT);
    pool.all.set(ACME.username, { organizationId, email: '', role: 'member', isDisabled: false });
    expect(await change(id, { isDisabled: true }, admin)).toMatchObject({ isDisabled: true });
    expect(pool.all.get(ACME.username)?.isDisabled).toBe(true);
    await expect(change(id, { role: 'admin' }, admin)).rejects.toThrow('acme decides the role');
    const later = await signInFrom('admin', '2026-01-31T10:00:00.000Z');
    expect(later).toMatchObject({ isDisabled: true, role: 'member' });
    await expect(resendInvitation(dependencies, organizationId, id, OPERATOR)).rejects.toThrow(
      'signs in with acme and needs no invitation',
    );
  });

  it("keeps a provider's user when a user with the same email is invited", async () => {
    const { id } = await signInFrom('member', AT);
    const invited = await invite('ada@acme.example');
    expect((await stored()).map((user) => user.id).sort()).toEqual([id, invited.id].sort());
  });

  it("lets an operator, but not an admin, invite a provider's user", async () => {
    const rules = {
      ...{ name: 'acme', organizationId, emailDomains: ['acme.example'], isOn: true },
      ...{ claims: { email: 'email', groups: 'groups' }, groups: { admin: [], member: ['sales'] } },
    };
    await connectProvider(dependencies, rules, OPERATOR);
    const inviteAs = (email: string, organization = organizationId) =>
      inviteNewUser(dependencies, { organizationId: organization, email, role: 'member' }, OPERATOR);
    await expect(inviteAs('bob@acme.example')).rejects.toThrow('bob@acme.example signs in with acme');
    expect(await inviteAs('bob@other.example')).toMatchObject({ identityProvider: null });
    expect(await inviteAs('carol@acme.example', randomUUID())).toMatchObject({ identityProvider: null });
  });
});

describe('an invitation', () => {
  it('stores the user and records who invited whom', async () => {
    const user = await inviteNewUser(
      dependencies,
      { organizationId, email: 'a@b.example', role: 'member' },
      OPERATOR,
    );
    expect(await stored()).toEqual([user]);
    expect(statusOf(user)).toBe('invited');
    expect(user).toMatchObject({ role: 'member', invitedBy: 'cli:ops', lastSignInAt: null });
    expect(await actions()).toEqual([['user.invited', organizationId]]);
    expect(pool.all.get(user.id)).toMatchObject({ email: 'a@b.example', role: 'member' });
  });

  it('rejects an invitation of an existing user, even under an unknown new email', async () => {
    const user = await invite('a@b.example', 'admin');
    for (const email of ['a@b.example', 'new@b.example']) {
      pool.all.set(user.id, { ...user, email });
      await expect(
        inviteNewUser(dependencies, { organizationId, email, role: 'member' }, OPERATOR),
      ).rejects.toThrow(`${email} is already a user of your organization`);
    }
    expect(pool.all.get(user.id)?.role).toBe('admin');
    expect(await actions()).toHaveLength(1);
  });

  it('replaces a user who was removed from the user pool', async () => {
    const removed = await signInAs(await invite('a@b.example', 'admin'));
    pool.all.clear();
    const other = await invite('other@b.example');
    const user = await inviteNewUser(
      dependencies,
      { organizationId, email: 'a@b.example', role: 'member' },
      OPERATOR,
    );
    expect(user.id).not.toBe(removed.id);
    expect(await stored()).toEqual([user, other]);
  });

  it('stores the invitation if no message could be sent, so that it can be resent', async () => {
    const { invite: send } = pool.directory;
    const resend = vi.spyOn(pool.directory, 'resend');
    pool.directory.invite = async (invitation) => ({
      ...(await send(invitation)),
      mailError: new Error('No mail.'),
    });
    const invitation = { organizationId, email: 'a@b.example', role: 'admin' } as const;
    await expect(inviteNewUser(dependencies, invitation, OPERATOR)).rejects.toThrow('No mail.');
    expect(await stored()).toMatchObject([{ email: 'a@b.example', role: 'admin' }]);
    pool.directory.invite = send;
    await inviteUser(dependencies, { ...invitation, temporaryPassword: 'Correct-horse-1' }, OPERATOR);
    expect(resend).not.toHaveBeenCalled();
    await inviteUser(dependencies, invitation, OPERATOR);
    expect(resend).toHaveBeenCalledExactlyOnceWith('a@b.example');
  });

  it('completes a half-failed invitation when repeated', async () => {
    const { invite: send } = pool.directory;
    pool.directory.invite = async (invitation) => {
      await send(invitation);
      throw new Error('The connection broke.');
    };
    const invitation = { organizationId, email: 'a@b.example', role: 'admin' } as const;
    await expect(inviteNewUser(dependencies, invitation, OPERATOR)).rejects.toThrow('broke');
    pool.directory.invite = send;
    const user = await inviteNewUser(dependencies, invitation, OPERATOR);
    expect([await stored(), [...pool.all.keys()]]).toEqual([[user], [user.id]]);
  });

  it('resends an invitation until the user signs in or is disabled', async () => {
    const admin = await activeAdmin('admin@b.example');
    const user = await invite('a@b.example');
    const resend = () => resendInvitation(dependencies, organizationId, user.id, actorOf(admin));
    expect(await resend()).toEqual(user);
    expect((await actions()).at(-1)).toEqual(['user.invitation_resent', user.id]);
    await change(user.id, { isDisabled: true }, admin);
    await expect(resend()).rejects.toThrow('Enable the user first');
    await change(user.id, { isDisabled: false }, admin);
    pool.directory.resend = async () => false;
    await expect(resend()).rejects.toThrow('already signed in');
    await signInAs(user);
    await expect(resend()).rejects.toThrow('already signed in');
    expect(await resendInvitation(dependencies, randomUUID(), user.id, OPERATOR)).toBeUndefined();
  });

  it('resends no invitation without an audit log entry', async () => {
    const { id } = await invite('a@b.example');
    const sent = vi.spyOn(pool.directory, 'resend');
    const writer = { ...dependencies.writer, transact: () => Promise.reject(new Error('DynamoDB is away.')) };
    const resent = resendInvitation({ ...dependencies, writer }, organizationId, id, OPERATOR);
    await expect(resent).rejects.toThrow('DynamoDB is away.');
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('a sign-in', () => {
  it('activates an invited user, and records later sign-ins and the email only', async () => {
    const user = await invite('a@b.example');
    expect(statusOf(await signInAs(user))).toBe('active');
    const later = '2126-02-01T09:30:00.000Z';
    await signInAs({ ...user, email: 'new@b.example' }, later);
    await signInAs({ ...user, email: 'old@b.example', role: 'admin' }, AT);
    expect(await stored()).toEqual([
      { ...user, email: 'new@b.example', hasSignedIn: true, lastSignInAt: later },
    ]);
  });

  it('stores an unknown user at sign-in', async () => {
    const signedIn = { id: randomUUID(), organizationId, email: 'a@b.example', role: 'admin' } as const;
    await noteSignIn(dependencies, { ...signedIn, signedInAt: AT });
    expect(await stored()).toMatchObject([{ ...signedIn, hasSignedIn: true, invitedBy: null }]);
  });

  it('leaves a disabled user unchanged at sign-in', async () => {
    const admin = await activeAdmin('admin@b.example');
    const user = await invite('a@b.example');
    const disabled = await change(user.id, { isDisabled: true }, admin);
    expect(await signInAs(user)).toEqual(disabled);
  });
});

describe('a change of a user', () => {
  it('applies a change to the user pool and the audit log', async () => {
    const admin = await activeAdmin('admin@b.example');
    const user = await invite('a@b.example');
    const changed = await change(user.id, { role: 'admin', isDisabled: true }, admin);
    expect(changed).toEqual({ ...user, role: 'admin', isDisabled: true });
    expect(pool.all.get(user.id)).toMatchObject({ role: 'admin', isDisabled: true });
    expect((await actions()).slice(-2)).toEqual(
      expect.arrayContaining([
        ['user.updated', user.id],
        ['user.disabled', user.id],
      ]),
    );
    await change(user.id, { isDisabled: false }, admin);
    expect(pool.all.get(user.id)?.isDisabled).toBe(false);
    expect((await actions()).at(-1)).toEqual(['user.enabled', user.id]);
  });

  it('completes a change when repeated after the user pool failed, and records it once', async () => {
    const admin = await activeAdmin('admin@b.example');
    const user = await invite('a@b.example');
    const { disable } = pool.directory;
    pool.directory.disable = () => Promise.reject(new Error('The connection broke.'));
    await expect(change(user.id, { isDisabled: true }, admin)).rejects.toThrow('broke');
    const before = await actions();
    pool.directory.disable = disable;
    await change(user.id, { isDisabled: true }, admin);
    expect(pool.all.get(user.id)?.isDisabled).toBe(true);
    expect(await actions()).toEqual(before);
  });

  it('prevents users from changing their own role or disabling themselves', async () => {
    const admin = await activeAdmin('admin@b.example');
    await activeAdmin('other@b.example');
    for (const changes of [{ role: 'member' }, { isDisabled: true }] as const) {
      await expect(change(admin.id, changes, admin)).rejects.toThrow('You cannot change your own role');
    }
  });

  it('lets only an operator remove the last active admin', async () => {
    const last = await activeAdmin('last@b.example');
    await invite('invited@b.example', 'admin');
    const disabled = await activeAdmin('disabled@b.example');
    await change(disabled.id, { isDisabled: true }, last);
    for (const changes of [{ role: 'member' }, { isDisabled: true }] as const) {
      await expect(
        updateUser(dependencies, organizationId, last.id, changes, { actor: OPERATOR }),
      ).rejects.toThrow('last active admin');
    }
    expect(pool.all.get(last.id)).toMatchObject({ role: 'admin', isDisabled: false });
    const options = { actor: OPERATOR, mayEndLastAdmin: true };
    await updateUser(dependencies, organizationId, last.id, { isDisabled: true }, options);
    expect(pool.all.get(last.id)).toMatchObject({ isDisabled: true });
  });

  it('keeps one of two admins who demote each other concurrently', async () => {
    const [one, other] = [await activeAdmin('a@b.example'), await activeAdmin('b@b.example')];
    const { writer } = dependencies;
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    // Each has read the other as an admin before either writes.
    const transact: typeof writer.transact = async (operations) => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return writer.transact(operations);
    };
    const demote = ({ id }: User, by: User) =>
      updateUser({ ...dependencies, writer: { ...writer, transact } }, organizationId, id, MEMBER, {
        actor: actorOf(by),
      });
    const results = await Promise.allSettled([demote(one, other), demote(other, one)]);
    const refused = results.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toBeInstanceOf(OrganizationConflictError);
    const roles = (await stored()).map(({ role }) => role);
    expect(roles.toSorted()).toEqual(['admin', 'member']);
    expect([one, other].map(({ id }) => pool.all.get(id)?.role)).toEqual(roles);
  });

  it('leaves the user pool as stored if the user changes again meanwhile', async () => {
    const admin = await activeAdmin('admin@b.example');
    const user = await invite('a@b.example');
    const { setRole } = pool.directory;
    let changes: readonly UserChanges[] = [{ role: 'member' }, { isDisabled: true }];
    pool.directory.setRole = async (...options) => {
      // The other change is stored, and its process ends before the user pool follows.
      const [next, ...rest] = changes;
      changes = rest;
      if (next !== undefined) {
        const item = await readUser(dependencies.reader, organizationId, user.id);
        if (item === undefined) throw new Error('The user is not stored.');
        await dependencies.writer.transact([putUser({ ...item.user, ...next }, item.version)]);
      }
      return setRole(...options);
    };
    await change(user.id, { role: 'admin' }, admin);
    expect((await stored()).find(({ id }) => id === user.id)).toMatchObject({
      role: 'member',
      isDisabled: true,
    });
    expect(pool.all.get(user.id)).toMatchObject({ role: 'member', isDisabled: true });
  });

  it('finds no user of another organization', async () => {
    const user = await invite('a@b.example');
    const changed = await updateUser(
      dependencies,
      randomUUID(),
      user.id,
      { isDisabled: true },
      { actor: OPERATOR },
    );
    expect([changed, pool.all.get(user.id)?.isDisabled]).toEqual([undefined, false]);
  });
});

describe('the list of users', () => {
  it('lists users by email, complete in pages of any size', async () => {
    for (const name of ['c', 'a', 'd', 'b']) await invite(`${name}@b.example`);
    for (const limit of [1, 3, 4, 5]) {
      const emails: string[] = [];
      let position: string | undefined;
      do {
        const page = await listUsers(dependencies.reader, organizationId, { limit, position });
        emails.push(...page.items.map(({ email }) => email));
        position = page.next;
      } while (position !== undefined);
      expect(emails).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@b.example`));
    }
  });
});
