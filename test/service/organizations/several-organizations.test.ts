import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { expectProblem } from '../../support/http/problem.ts';
import {
  admin,
  adminApi,
  bodyOf,
  createKeyAs,
  describeAdmin,
  listKeysAs,
  newOrganization,
  newOrganizationWithAdmin,
} from '../../support/organizations/admin.ts';
import type { SampleUser } from '../../support/organizations/organization-users.ts';
import { requestTokens, signIn } from '../../support/organizations/sign-in.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { service } from '../../support/service/service.ts';
import { registerSecrets } from '../../support/values/secrets.ts';

interface UserDocument {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
}

/** Ada is an admin of Acme, and a member of Initech by a later invitation. */
const acme = await newOrganization();
const initech = await newOrganizationWithAdmin();

const invite = (email: string, as: SampleUser, role = 'member') =>
  admin('/users', { as, method: 'POST', body: { email, role } });

const usersAs = async (as: SampleUser): Promise<readonly UserDocument[]> =>
  bodyOf<{ items: UserDocument[] }>(await admin('/users', { as })).items;

const setDisabled = async (isDisabled: boolean, as: SampleUser, { userId }: SampleUser): Promise<unknown> =>
  bodyOf(await admin(`/users/${userId}`, { as, method: 'PATCH', body: { isDisabled } }));

const mails = (email: string): number =>
  readFileSync(join(service.toolEnvironment['DATA_DIR'] ?? '', 'mail.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"${email}"`)).length;

/** A session of the console: tokens that can be renewed. */
const startSession = async (user: SampleUser) => {
  let tokens = await signIn({ ...adminApi(), scope: 'openid', ...user });
  registerSecrets(service.toolEnvironment['DATA_DIR'], tokens);
  const call = (path: string, options: Parameters<typeof admin>[1] = {}) =>
    admin(path, { ...options, as: null, headers: { Authorization: `Bearer ${tokens.idToken}` } });
  return {
    call,
    choose: (id: string) => call('/session/organization', { method: 'PUT', body: { id } }),
    claims: () => {
      const { 'custom:organization_id': organizationId, 'cognito:groups': groups } = decodeJwt(
        tokens.idToken,
      );
      return { organizationId, groups };
    },
    async renew(): Promise<void> {
      const { clientId, signInUrl } = adminApi();
      const response = await requestTokens(signInUrl, {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: tokens.refreshToken,
      });
      const answer = (await response.json()) as Record<string, string>;
      expect(answer).toHaveProperty('id_token');
      tokens = {
        ...tokens,
        idToken: answer['id_token'] ?? '',
        refreshToken: answer['refresh_token'] ?? tokens.refreshToken,
      };
      registerSecrets(service.toolEnvironment['DATA_DIR'], tokens);
    },
  };
};

/** A new user of Acme whom Initech invites too. */
const newMemberOfBoth = async (): Promise<SampleUser> => {
  const email = `${randomUUID()}@agency.example`;
  const { toolArguments, toolEnvironment } = service;
  const flags = ['--organization', acme.organizationId, '--email', email, '--show-password'];
  const invited = await runToolHere<{ userId: string; temporaryPassword: string }>(
    'organizations',
    ['invite', ...flags, ...toolArguments],
    toolEnvironment,
  );
  bodyOf(await invite(email, initech.admin), 201);
  return { userId: invited.userId, email, password: invited.temporaryPassword };
};

describeAdmin('a user of several organizations', () => {
  it("shows only the data of the chosen organization, with the user's role there", async () => {
    const ada = acme.admin;
    await createKeyAs(initech.admin, { name: 'Key of Initech' });
    bodyOf(await invite(ada.email, initech.admin), 201);
    const session = await startSession(ada);
    expect(session.claims()).toEqual({ organizationId: acme.organizationId, groups: ['admin'] });
    expect(bodyOf(await session.call('/session'))).toMatchObject({
      organization: { id: acme.organizationId },
      organizations: [acme.organizationId, initech.organizationId]
        .map((id) => ({ id, name: 'Tests' }))
        .map((each) => expect.objectContaining(each)),
    });

    expect(bodyOf(await session.choose(initech.organizationId))).toEqual({
      id: initech.organizationId,
      name: 'Tests',
    });
    // The token still names the first.
    expect(bodyOf(await session.call('/organization'))).toMatchObject({ id: acme.organizationId });
    await session.renew();
    expect(session.claims()).toEqual({ organizationId: initech.organizationId, groups: ['member'] });
    expect(bodyOf(await session.call('/session'))).toMatchObject({
      role: 'member',
      organization: { id: initech.organizationId },
    });
    expect(bodyOf(await session.call('/api-keys'))).toMatchObject({ items: [] });
    for (const path of ['/users', '/audit-log', '/organization']) {
      expectProblem(await session.call(path), 403, 'forbidden');
    }
    await session.renew();
    expect(session.claims().organizationId).toBe(initech.organizationId);
    expect((await startSession(ada).then((later) => later.claims())).organizationId).toBe(
      initech.organizationId,
    );
    const back = await startSession(ada);
    bodyOf(await back.choose(acme.organizationId));
    expect((await usersAs(initech.admin)).find(({ id }) => id === ada.userId)).toMatchObject({
      status: 'active',
      role: 'member',
    });
  });

  it('leaves an audit trail only in the organization concerned', async () => {
    const user = await newMemberOfBoth();
    const session = await startSession(user);
    bodyOf(await session.choose(initech.organizationId));
    const logOf = async (as: SampleUser): Promise<readonly { action: string }[]> => {
      const path = `/audit-log?targetId=${user.userId}`;
      return bodyOf<{ items: { action: string }[] }>(await admin(path, { as })).items;
    };
    expect((await logOf(initech.admin)).map(({ action }) => action)).toEqual(['user.organization_chosen']);
    expect(await logOf(acme.admin)).toEqual([]);
    expect(JSON.stringify(await logOf(initech.admin))).not.toContain(acme.organizationId);
  });

  it('keeps access to one organization when another disables the user, who loses access there', async () => {
    const user = await newMemberOfBoth();
    const session = await startSession(user);
    bodyOf(await session.choose(initech.organizationId));
    await session.renew();
    bodyOf(await session.call('/session'));
    await setDisabled(true, acme.admin, user);
    bodyOf(await session.call('/session'));
    expectProblem(await session.choose(acme.organizationId), 404, 'not-found');
    expect(await session.call('/session').then(bodyOf)).not.toHaveProperty('organizations');

    await setDisabled(false, acme.admin, user);
    await setDisabled(true, initech.admin, user);
    expectProblem(await session.call('/session'), 403, 'forbidden');
    await session.renew();
    expect(session.claims()).toEqual({ organizationId: acme.organizationId, groups: ['member'] });
    bodyOf(await session.call('/session'));

    await setDisabled(true, acme.admin, user);
    await expect(startSession(user)).rejects.toThrow('account is disabled');
    await setDisabled(false, initech.admin, user);
    const again = await startSession(user);
    expect(again.claims().organizationId).toBe(initech.organizationId);
  });

  it('keeps one of several concurrent choices', async () => {
    const session = await startSession(await newMemberOfBoth());
    const ids = [acme.organizationId, initech.organizationId];
    const statuses = await Promise.all([...ids, ...ids].map(async (id) => (await session.choose(id)).status));
    for (const status of statuses) expect([200, 409]).toContain(status);
    expect(statuses).toContain(200);
    await session.renew();
    expect(ids).toContain(session.claims().organizationId);
  });
});

describeAdmin('a user of one organization', () => {
  it('returns the same response for another organization as for an unknown one', async () => {
    const session = await startSession(acme.member);
    const shape = async (id: string): Promise<unknown> => {
      const response = await session.choose(id);
      expectProblem(response, 404, 'not-found');
      return { ...(response.json as object), requestId: '' };
    };
    expect(await shape(service.second.organizationId)).toEqual(await shape(randomUUID()));
    expect(bodyOf(await session.choose(acme.organizationId))).toMatchObject({ id: acme.organizationId });
    await session.renew();
    expect(session.claims()).toEqual({ organizationId: acme.organizationId, groups: ['member'] });
    expect(bodyOf(await session.call('/session'))).not.toHaveProperty('organizations');
  });

  it.each([
    ['no id', {}, 'id'],
    ['an id that is no UUID', { id: 'acme' }, 'id'],
    ['several ids', { id: [service.first.organizationId] }, 'id'],
    ['a role', { id: acme.organizationId, role: 'admin' }, 'role'],
  ])('rejects a choice with %s', async (_, body, parameter) => {
    const response = await admin('/session/organization', { as: acme.member, method: 'PUT', body });
    expect(expectProblem(response, 400, 'invalid-request').errors).toMatchObject([{ parameter }]);
  });
});

describeAdmin('an invitation of a user of another organization', () => {
  it('invites a user of another organization like a new one, without an email', async () => {
    const user = await newMemberOfBoth();
    const before = mails(user.email);
    const fresh = `${randomUUID()}@agency.example`;
    const other = await newOrganizationWithAdmin();
    const shape = async (email: string): Promise<unknown> => {
      const response = await invite(email, other.admin);
      const body = bodyOf<object>(response, 201);
      return { headers: Object.keys(response.headers).sort(), ...body, id: '', email: '', invitedAt: '' };
    };
    expect(await shape(user.email)).toEqual(await shape(fresh));
    expect([mails(user.email), mails(fresh)]).toEqual([before, 1]);
    const listed = (await usersAs(other.admin)).filter(({ email }) => email.endsWith('agency.example'));
    expect(listed.map(({ status }) => status)).toEqual(['invited', 'invited']);
  });

  it('resends the invitation like any other, although the user has a password', async () => {
    const user = await newMemberOfBoth();
    await startSession(user);
    const before = mails(user.email);
    const path = `/users/${user.userId}/resend`;
    expect(bodyOf(await admin(path, { as: initech.admin, method: 'POST' }), 202)).toMatchObject({
      status: 'invited',
    });
    expect(mails(user.email)).toBe(before);
    await startSession(user);
  });

  it('shows the inviting organization nothing of the other one', async () => {
    const user = await newMemberOfBoth();
    await createKeyAs(user, { name: 'Key of Acme' });
    const seen = await Promise.all(
      ['/users', '/api-keys', '/audit-log?limit=100'].map((path) => admin(path, { as: initech.admin })),
    );
    expect(JSON.stringify(seen.map(({ json }) => json)).replaceAll(acme.admin.email, '')).not.toMatch(
      new RegExp(`Key of Acme|${acme.organizationId}`),
    );
    expect((await listKeysAs(initech.admin)).map(({ ownerId }) => ownerId)).not.toContain(user.userId);
  });
});

describeAdmin('a role', () => {
  it('limits a role to its organization', async () => {
    const user = await newMemberOfBoth();
    const other = await newOrganizationWithAdmin();
    bodyOf(await invite(user.email, other.admin, 'admin'), 201);
    const session = await startSession(user);
    expect(session.claims().groups).toEqual(['member']);
    bodyOf(await session.choose(other.organizationId));
    await session.renew();
    bodyOf(await session.call('/session'));
    const demotion = { method: 'PATCH', body: { role: 'member' } };
    expectProblem(await session.call(`/users/${acme.member.userId}`, demotion), 404, 'not-found');
    bodyOf(await session.call(`/users/${other.admin.userId}`, demotion));
    expect((await usersAs(acme.admin)).find(({ id }) => id === user.userId)?.role).toBe('member');
  });
});
