import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  adminApi,
  bodyOf,
  describeAdmin,
  newOrganization,
} from '../../support/organizations/admin.ts';
import type { SampleUser } from '../../support/organizations/organization-users.ts';
import { signIn } from '../../support/organizations/sign-in.ts';
import { service } from '../../support/service/service.ts';

interface UserDocument {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
  readonly invitedBy: string | null;
  readonly lastSignInAt: string | null;
}

const { admin: adminUser, member, organizationId } = await newOrganization();

const usersAs = async (as = adminUser): Promise<readonly UserDocument[]> =>
  bodyOf<{ items: UserDocument[] }>(await admin('/users', { as })).items;

const invite = async (email: string, role = 'member', as = adminUser) =>
  admin('/users', { as, method: 'POST', body: { email, role } });

const patch = (id: string, body: object, as = adminUser) =>
  admin(`/users/${id}`, { as, method: 'PATCH', body });

const emailOf = (name: string): string => `${name}@${organizationId}.example`;

/** The temporary passwords that were mailed to an address, in order. */
const mailedPasswords = (email: string): readonly string[] =>
  readFileSync(join(service.toolEnvironment['DATA_DIR'] ?? '', 'mail.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { to: string; text: string } => JSON.parse(line))
    .filter(({ to }) => to === email)
    .map(({ text }) => /password (\S+) within 7 days/.exec(text)?.[1] ?? '');

/** A user who is invited through the API and can sign in. */
const inviteAndRead = async (name: string, role = 'member'): Promise<SampleUser> => {
  const email = emailOf(name);
  const { id } = bodyOf<UserDocument>(await invite(email, role), 201);
  return { userId: id, email, password: mailedPasswords(email)[0] ?? '' };
};

/** As an operator does with AWS permissions. */
const removeFromPool = async (email: string): Promise<void> => {
  const path = join(service.toolEnvironment['DATA_DIR'] ?? '', 'runner.json');
  const { region, credentials, endpoints, outputs } = JSON.parse(readFileSync(path, 'utf8'));
  const client = new CognitoIdentityProviderClient({ region, credentials, endpoint: endpoints.cognito });
  await client.send(new AdminDeleteUserCommand({ UserPoolId: outputs.UserPoolId, Username: email }));
  client.destroy();
};

const tokensOf = (user: SampleUser) => signIn({ ...adminApi(), scope: 'openid', ...user });

describeAdmin('the session', () => {
  it('describes the user and the organization, and records the sign-in', async () => {
    const session = bodyOf<{ userId: string }>(await admin('/session', { as: member }));
    expect(session).toEqual({
      userId: member.userId,
      email: member.email,
      role: 'member',
      organization: {
        id: organizationId,
        name: 'Tests',
        timeZone: null,
        membersSeeData: false,
        recordRetentionDays: null,
        eventRetentionDays: null,
        maxEventRetentionDays: expect.any(Number),
      },
      canSeeData: false,
    });
    expect(bodyOf(await admin('/session', { as: adminUser }))).toMatchObject({
      role: 'admin',
      canSeeData: true,
    });
    const { lastSignInAt, status } = (await usersAs()).find(({ id }) => id === member.userId) ?? {};
    expect([status, Date.now() - Date.parse(lastSignInAt ?? '')]).toEqual(['active', expect.any(Number)]);
    expect(Date.now() - Date.parse(lastSignInAt ?? '')).toBeLessThan(60 * 60_000);
  });

  it('shows members the data once an admin allows it', async () => {
    const allow = (membersSeeData: boolean) =>
      admin('/organization', { as: adminUser, method: 'PATCH', body: { membersSeeData } });
    bodyOf(await allow(true));
    expect(bodyOf(await admin('/session', { as: member }))).toMatchObject({ canSeeData: true });
    bodyOf(await allow(false));
    expect(bodyOf(await admin('/session', { as: member }))).toMatchObject({ canSeeData: false });
  });
});

describeAdmin('an invited user', () => {
  it("emails the invited user the console's address and a password that works", async () => {
    const user = await inviteAndRead('invited');
    expect((await usersAs()).find(({ id }) => id === user.userId)).toMatchObject({
      email: user.email,
      role: 'member',
      status: 'invited',
      invitedBy: adminUser.email,
      lastSignInAt: null,
    });
    const { idToken } = await tokensOf(user);
    expect(decodeJwt(idToken)).toMatchObject({
      sub: user.userId,
      'custom:organization_id': organizationId,
      'cognito:groups': ['member'],
    });
    bodyOf(await admin('/session', { as: user }));
    expect((await usersAs()).find(({ id }) => id === user.userId)?.status).toBe('active');
    const resent = await admin(`/users/${user.userId}/resend`, { as: adminUser, method: 'POST' });
    expect(expectProblem(resent, 409, 'conflict').detail).toContain('already signed in');
  });

  it('replaces the password on request', async () => {
    const user = await inviteAndRead('resent');
    bodyOf(await admin(`/users/${user.userId}/resend`, { as: adminUser, method: 'POST' }), 202);
    const [first, second = ''] = mailedPasswords(user.email);
    expect(second).not.toBe(first);
    await expect(tokensOf(user)).rejects.toThrow('Not signed in (401)');
    await tokensOf({ ...user, password: second });
  });

  it('rejects a second invitation of a user', async () => {
    const { email } = await inviteAndRead('once');
    const again = expectProblem(await invite(email.toUpperCase(), 'admin'), 409, 'conflict');
    expect(again.detail).toContain('already a user of your organization');
  });

  it.each([
    ['an email without a domain', { email: 'ada', role: 'member' }, 'email'],
    ['two emails', { email: 'a@b.example,c@d.example', role: 'member' }, 'email'],
    ['an email that is too long', { email: `${'a'.repeat(250)}@b.example`, role: 'member' }, 'email'],
    ['an email that Cognito refuses', { email: 'ä@b.example', role: 'member' }, 'email'],
    ['an unknown role', { email: emailOf('x'), role: 'owner' }, 'role'],
    ['no role', { email: emailOf('x') }, 'role'],
    ['another organization', { email: emailOf('x'), role: 'admin', organizationId }, 'organizationId'],
    ['a password', { email: emailOf('x'), role: 'admin', temporaryPassword: 'x' }, 'temporaryPassword'],
  ])('rejects an invitation with %s', async (_, body, parameter) => {
    const response = await admin('/users', { as: adminUser, method: 'POST', body });
    expect(expectProblem(response, 400, 'invalid-request').errors).toMatchObject([{ parameter }]);
  });
});

describeAdmin('a user whom the operator removed from the user pool', () => {
  it('rejects changes of a user whom the operator removed, until another invitation', async () => {
    const user = await inviteAndRead('removed');
    await removeFromPool(user.email);
    for (const body of [{ role: 'admin' }, { isDisabled: true }]) {
      const { detail } = expectProblem(await patch(user.userId, body), 409, 'conflict');
      expect(detail).toContain('removed the user');
    }
    bodyOf(await invite(user.email), 201);
    const ids = (await usersAs()).filter(({ email }) => email === user.email).map(({ id }) => id);
    expect([ids.length, ids.includes(user.userId)]).toEqual([1, false]);
  });
});

describeAdmin('a disabled user', () => {
  it('blocks sign-in and tokens of a disabled user until an admin enables the user', async () => {
    const user = await inviteAndRead('disabled', 'admin');
    bodyOf(await admin('/session', { as: user }));
    expect(bodyOf(await patch(user.userId, { isDisabled: true }))).toMatchObject({ status: 'disabled' });
    for (const path of ['/session', '/users', '/api-keys', '/webhook-endpoints', '/events']) {
      const { detail } = expectProblem(await admin(path, { as: user }), 403, 'forbidden');
      expect(detail).toContain('Your account is disabled');
    }
    await expect(tokensOf(user)).rejects.toThrow('account is disabled');
    expect(bodyOf(await patch(user.userId, { isDisabled: false }))).toMatchObject({ status: 'active' });
    await tokensOf(user);
    bodyOf(await admin('/session', { as: user }));
  });
});

describeAdmin('a role', () => {
  it('demotes an admin from the next request on, and in the next token', async () => {
    const user = await inviteAndRead('demoted', 'admin');
    expect(await usersAs(user)).not.toHaveLength(0);
    expect(bodyOf(await patch(user.userId, { role: 'member' }))).toMatchObject({ role: 'member' });
    for (const path of ['/users', '/audit-log', '/webhook-endpoints', '/events']) {
      expectProblem(await admin(path, { as: user }), 403, 'forbidden');
    }
    expect(bodyOf(await admin('/session', { as: user }))).toMatchObject({ role: 'member' });
    expect(decodeJwt((await tokensOf(user)).idToken)['cognito:groups']).toEqual(['member']);
    const { items } = bodyOf<{ items: { action: string; targetId: string; details: object }[] }>(
      await admin(`/audit-log?targetId=${user.userId}`, { as: adminUser }),
    );
    expect(items.map(({ action, details }) => [action, details])).toEqual([
      ['user.updated', { email: user.email, before: { role: 'admin' }, after: { role: 'member' } }],
    ]);
  });

  it('prevents users from changing their own role or disabling themselves', async () => {
    const { detail } = expectProblem(await patch(adminUser.userId, { role: 'member' }), 409, 'conflict');
    expect(detail).toContain('You cannot change your own role');
    expectProblem(await patch(adminUser.userId, { isDisabled: true }), 409, 'conflict');
  });
});

describeAdmin('a member', () => {
  it.each([
    ['GET', '/users', undefined],
    ['POST', '/users', { email: emailOf('by-member'), role: 'admin' }],
    ['PATCH', `/users/${member.userId}`, { role: 'admin' }],
    ['PATCH', `/users/${adminUser.userId}`, { isDisabled: true }],
    ['POST', `/users/${adminUser.userId}/resend`, undefined],
    ['GET', '/organization', undefined],
    ['GET', '/organization/retention-preview', undefined],
    ['PATCH', '/organization', { membersSeeData: true }],
  ])('returns 403 to a member for %s %s', async (method, path, body) => {
    const response = await admin(path, { as: member, method, ...(body === undefined ? {} : { body }) });
    expectProblem(response, 403, 'forbidden');
  });
});

describeAdmin('an admin of another organization', () => {
  it("hides users from another organization's admin", async () => {
    const as = service.second.admin;
    expect(JSON.stringify(await usersAs(as))).not.toContain(organizationId);
    const unknown = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
    for (const [method, suffix, body] of [
      ['PATCH', '', { isDisabled: true }],
      ['POST', '/resend', undefined],
    ] as const) {
      const shape = async (id: string): Promise<unknown> => {
        const call = { as, method, ...(body === undefined ? {} : { body }) };
        const response = await admin(`/users/${id}${suffix}`, call);
        expectProblem(response, 404, 'not-found');
        return { ...(response.json as object), requestId: '' };
      };
      expect(await shape(member.userId)).toEqual(await shape(unknown));
    }
    expect((await usersAs()).find(({ id }) => id === member.userId)?.status).not.toBe('disabled');
  });
});

describeAdmin('the organization', () => {
  const change = (body: object) => admin('/organization', { as: adminUser, method: 'PATCH', body });

  it('lets an admin change the organization field by field, and records the change', async () => {
    expect(bodyOf(await change({ timeZone: 'europe/berlin' }))).toEqual({
      id: organizationId,
      name: 'Tests',
      timeZone: 'Europe/Berlin',
      membersSeeData: false,
      recordRetentionDays: null,
      eventRetentionDays: null,
      maxEventRetentionDays: expect.any(Number),
    });
    expect(bodyOf(await change({ name: ' Renamed ' }))).toMatchObject({ name: 'Renamed' });
    expect(bodyOf(await admin('/organization', { as: adminUser }))).toMatchObject({
      name: 'Renamed',
      timeZone: 'Europe/Berlin',
    });
    expect(bodyOf(await change({ name: 'Tests', timeZone: null }))).toMatchObject({ timeZone: null });
    const log = await admin(`/audit-log?targetId=${organizationId}&limit=1`, { as: adminUser });
    expect(log.json).toMatchObject({
      items: [
        {
          action: 'organization.updated',
          details: {
            before: { name: 'Renamed', timeZone: 'Europe/Berlin' },
            after: { name: 'Tests', timeZone: null },
          },
        },
      ],
    });
  });

  it.each([
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['an offset as time zone', { timeZone: '+02:00' }, 'timeZone'],
    ['an empty time zone', { timeZone: '' }, 'timeZone'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of control characters', { name: 'a\u0007b' }, 'name'],
    ['a flag as text', { membersSeeData: 'true' }, 'membersSeeData'],
    ['too short a period', { recordRetentionDays: 29 }, 'recordRetentionDays'],
    ['too long a period', { recordRetentionDays: 3651 }, 'recordRetentionDays'],
    ['a period that is not a whole number', { recordRetentionDays: 90.5 }, 'recordRetentionDays'],
    ['too short a period of events', { eventRetentionDays: 6 }, 'eventRetentionDays'],
    ['a longer period than the service keeps events', { eventRetentionDays: 3650 }, 'eventRetentionDays'],
    ['a period as text', { recordRetentionDays: '90' }, 'recordRetentionDays'],
    ['another id', { id: service.second.organizationId, name: 'x' }, 'id'],
    ['nothing to change', {}, 'body'],
  ])('rejects %s', async (_, body, parameter) => {
    const { errors } = expectProblem(await change(body), 400, 'invalid-request');
    expect(errors).toMatchObject([{ parameter }]);
  });
});

describeAdmin('the search for users', () => {
  const find = async (query: string, as = adminUser): Promise<readonly string[]> =>
    bodyOf<{ items: UserDocument[] }>(await admin(`/users?${query}`, { as })).items.map(({ email }) => email);

  it('filters by email, role and status, and sorts', async () => {
    bodyOf(await invite(emailOf('zoe.search')), 201);
    bodyOf(await invite(emailOf('zack.search'), 'admin'), 201);
    const [zack, zoe] = [emailOf('zack.search'), emailOf('zoe.search')];
    expect(await find('search=.SEARCH')).toEqual([zack, zoe]);
    expect(await find('search=.search&sort=-email')).toEqual([zoe, zack]);
    expect(await find('search=.search&role=admin')).toEqual([zack]);
    expect(await find('search=.search&status=active,disabled')).toEqual([]);
  });

  it('finds no user of another organization', async () => {
    expect(await find(`search=${organizationId}`, service.first.admin)).toEqual([]);
  });
});
