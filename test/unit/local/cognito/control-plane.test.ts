import { mkdtempSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  InvalidPasswordException,
  ListUsersCommand,
  paginateListUsers,
  ResourceNotFoundException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../../../infra/local/cognito/control-plane.ts';
import { isPassword } from '../../../../infra/local/cognito/password-hash.ts';
import { policyViolation } from '../../../../infra/local/cognito/password-policy.ts';
import type { Invitation } from '../../../../infra/local/cognito/user-operations.ts';
import { readUserPool } from '../../../../infra/local/cognito/user-pool.ts';
import { openUserStore, type UserStore } from '../../../../infra/local/cognito/user-store.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import { groupResource, localUrl, PASSWORD, POOL_ID, poolResource } from './small-user-pool.ts';

const EMAIL = 'Ada@example.com';
const ORGANIZATION = { Name: 'custom:organization_id', Value: 'o1' };

const pool = readUserPool(poolResource(), [], ['admin', 'member'].map(groupResource), localUrl);
let path: string;
let users: UserStore;
let invitations: Invitation[];
let server: Server;
let client: CognitoIdentityProviderClient;

beforeEach(async () => {
  path = join(mkdtempSync(join(tmpdir(), 'users-')), 'users.json');
  users = openUserStore(path);
  invitations = [];
  server = createControlPlane({ pool, users, onInvitation: (one) => void invitations.push(one) });
  client = new CognitoIdentityProviderClient({
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const create = (changes: Partial<AdminCreateUserCommandInput> = {}) =>
  client.send(
    new AdminCreateUserCommand({
      UserPoolId: POOL_ID,
      Username: EMAIL,
      TemporaryPassword: PASSWORD,
      UserAttributes: [{ Name: 'email', Value: EMAIL }, ORGANIZATION],
      MessageAction: 'SUPPRESS',
      ...changes,
    }),
  );
const ada = { UserPoolId: POOL_ID, Username: EMAIL };
const update = (name: string, value: string) =>
  client.send(
    new AdminUpdateUserAttributesCommand({ ...ada, UserAttributes: [{ Name: name, Value: value }] }),
  );
const setPassword = (password: string) =>
  client.send(new AdminSetUserPasswordCommand({ ...ada, Password: password, Permanent: true }));

describe('the control plane, as the AWS SDK calls it', () => {
  it('creates a user, who is on disk by then', async () => {
    const { User: user } = await create();
    expect(user).toMatchObject({
      Username: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Enabled: true,
      UserStatus: 'CONFIRMED',
      UserCreateDate: expect.any(Date),
    });
    const attributes = [
      { Name: 'sub', Value: user?.Username },
      { Name: 'email_verified', Value: 'true' },
      ORGANIZATION,
      { Name: 'email', Value: EMAIL },
    ];
    expect(user?.Attributes).toEqual(attributes);
    const stored = openUserStore(path).byEmail(EMAIL);
    expect(await isPassword(PASSWORD, stored?.passwordHash)).toBe(true);
    expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD);
    for (const name of [EMAIL, 'ada@EXAMPLE.com', user?.Username]) {
      const found = await client.send(new AdminGetUserCommand({ ...ada, Username: name }));
      expect(found).toMatchObject({ Username: user?.Username, UserAttributes: attributes, Enabled: true });
    }
  });

  it('hands over what Cognito would mail', async () => {
    await create({ TemporaryPassword: undefined, MessageAction: undefined });
    const [invitation] = invitations;
    expect(invitation?.email).toBe(EMAIL);
    const password = invitation?.temporaryPassword ?? '';
    expect(policyViolation(pool.passwordPolicy, password)).toBeUndefined();
    expect(await isPassword(password, users.byEmail(EMAIL)?.passwordHash)).toBe(true);
  });

  it('mails nothing when told so, and nothing but the password that was given', async () => {
    await create();
    await create({ Username: 'b@example.com', UserAttributes: [], TemporaryPassword: undefined });
    expect(invitations).toEqual([]);
    await create({ Username: 'c@example.com', UserAttributes: [], MessageAction: undefined });
    expect(invitations).toEqual([{ email: 'c@example.com', temporaryPassword: PASSWORD }]);
  });

  it('makes one user of many attempts with one email', async () => {
    const emails = [EMAIL, EMAIL.toLowerCase(), EMAIL.toUpperCase(), EMAIL];
    const results = await Promise.allSettled(
      emails.map((email) => create({ Username: email, UserAttributes: [ORGANIZATION] })),
    );
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failures).toHaveLength(emails.length - 1);
    for (const failure of failures) expect(failure).toBeInstanceOf(UsernameExistsException);
    expect(openUserStore(path).all()).toHaveLength(1);
  });

  it('puts users into groups and takes them out', async () => {
    await create();
    const groups = async () => {
      const answer = await client.send(new AdminListGroupsForUserCommand(ada));
      return answer.Groups?.map(({ GroupName }) => GroupName);
    };
    const add = (name: string) => client.send(new AdminAddUserToGroupCommand({ ...ada, GroupName: name }));
    expect(await groups()).toEqual([]);
    await add('member');
    await add('admin');
    await add('member');
    expect(await groups()).toEqual(['member', 'admin']);
    const page = await client.send(new AdminListGroupsForUserCommand({ ...ada, Limit: 1 }));
    const rest = await client.send(
      new AdminListGroupsForUserCommand({ ...ada, Limit: 1, NextToken: page.NextToken }),
    );
    expect(rest.Groups).toEqual([{ GroupName: 'admin', UserPoolId: POOL_ID }]);
    expect(rest.NextToken).toBeUndefined();
    await client.send(new AdminRemoveUserFromGroupCommand({ ...ada, GroupName: 'member' }));
    expect(openUserStore(path).byEmail(EMAIL)?.groups).toEqual(['admin']);
  });

  it('disables, enables and deletes users', async () => {
    await create();
    await client.send(new AdminDisableUserCommand(ada));
    expect(openUserStore(path).byEmail(EMAIL)?.enabled).toBe(false);
    await client.send(new AdminEnableUserCommand(ada));
    expect(openUserStore(path).byEmail(EMAIL)?.enabled).toBe(true);
    await client.send(new AdminDeleteUserCommand(ada));
    await expect(client.send(new AdminGetUserCommand(ada))).rejects.toBeInstanceOf(UserNotFoundException);
    expect(openUserStore(path).all()).toEqual([]);
  });

  it('sets passwords', async () => {
    await create();
    await setPassword('another Horse 8');
    const { passwordHash } = openUserStore(path).byEmail(EMAIL) ?? {};
    expect(await isPassword('another Horse 8', passwordHash)).toBe(true);
    expect(await isPassword(PASSWORD, passwordHash)).toBe(false);
  });

  it('does not bring back a user who is deleted while the password is set', async () => {
    await create();
    await Promise.allSettled([setPassword('another Horse 8'), client.send(new AdminDeleteUserCommand(ada))]);
    expect(openUserStore(path).all()).toEqual([]);
  });

  it('changes attributes, and removes one with an empty value', async () => {
    await create();
    await update('given_name', 'Ada');
    expect(users.byEmail(EMAIL)?.attributes).toEqual({
      email_verified: 'true',
      'custom:organization_id': 'o1',
      given_name: 'Ada',
    });
    await update('given_name', '');
    expect(users.byEmail(EMAIL)?.attributes).not.toHaveProperty('given_name');
  });

  it('changes the email, which then has to be verified anew', async () => {
    const { User: user } = await create();
    await update('email', 'lovelace@example.com');
    expect(users.byEmail(EMAIL)).toBeUndefined();
    expect(users.byEmail('lovelace@example.com')).toMatchObject({
      sub: user?.Username,
      attributes: { email_verified: 'false' },
    });
  });

  it('never changes an immutable attribute, not even to what it is', async () => {
    await create();
    for (const value of ['o2', 'o1', '']) {
      await expect(update('custom:organization_id', value)).rejects.toThrow(
        'user.custom:organization_id: Attribute cannot be updated.',
      );
    }
    expect(users.byEmail(EMAIL)?.attributes).toMatchObject({ 'custom:organization_id': 'o1' });
  });

  it('never sets an immutable attribute that was not given at first', async () => {
    await create({ UserAttributes: [] });
    await expect(update('custom:organization_id', 'o1')).rejects.toBeInstanceOf(InvalidParameterException);
  });

  it('lists users page by page', async () => {
    const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
    for (const email of emails) await create({ Username: email, UserAttributes: [] });
    const pages = paginateListUsers({ client, pageSize: 2 }, { UserPoolId: POOL_ID });
    const found: unknown[] = [];
    for await (const { Users: page = [] } of pages) {
      found.push(page.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value));
    }
    expect(found).toEqual([['a@example.com', 'b@example.com'], ['c@example.com']]);
  });

  it('finds a user by email', async () => {
    await create();
    await create({ Username: 'b@example.com', UserAttributes: [] });
    const find = async (filter: string) => {
      const answer = await client.send(
        new ListUsersCommand({ UserPoolId: POOL_ID, Filter: filter, AttributesToGet: ['email'] }),
      );
      return answer.Users?.map(({ Attributes }) => Attributes);
    };
    expect(await find('email = "ada@example.com"')).toEqual([[{ Name: 'email', Value: EMAIL }]]);
    expect(await find('"email"="nobody@example.com"')).toEqual([]);
    expect(await find(`sub = "${users.byEmail(EMAIL)?.sub}"`)).toHaveLength(1);
    for (const filter of ['name = "Ada"', 'email ^= "a"', 'email = "a" or email = "b"']) {
      await expect(find(filter)).rejects.toBeInstanceOf(InvalidParameterException);
    }
  });

  it.each([
    ['an email that is taken', () => create({ UserAttributes: [] }), UsernameExistsException],
    ['a username that is no email', () => create({ Username: 'b' }), InvalidParameterException],
    [
      'an email other than the username',
      () => create({ Username: 'b@example.com' }),
      InvalidParameterException,
    ],
    [
      'an attribute that is not in the schema',
      () => create({ Username: 'b@example.com', UserAttributes: [{ Name: 'custom:x', Value: '1' }] }),
      InvalidParameterException,
    ],
    [
      'an attribute that is too long',
      () =>
        create({
          Username: 'b@example.com',
          UserAttributes: [{ ...ORGANIZATION, Value: 'o'.repeat(65) }],
        }),
      InvalidParameterException,
    ],
    ['a sub', () => update('sub', 'x'), InvalidParameterException],
    ['to remove a required attribute', () => update('email', ''), InvalidParameterException],
    ['an email that is none', () => update('email', 'ada'), InvalidParameterException],
    ['an email that somebody else has', () => update('email', 'other@example.com'), AliasExistsException],
    [
      'a weak temporary password',
      () => create({ Username: 'b@example.com', UserAttributes: [], TemporaryPassword: 'short' }),
      InvalidPasswordException,
    ],
    ['a weak password', () => setPassword('no digits at All'), InvalidPasswordException],
    ['a password that is too long', () => setPassword(`Aa1${'a'.repeat(254)}`), InvalidParameterException],
    [
      'a user who is not there',
      () => client.send(new AdminGetUserCommand({ ...ada, Username: 'nobody@example.com' })),
      UserNotFoundException,
    ],
    [
      'a pool that is not there',
      () => client.send(new AdminGetUserCommand({ ...ada, UserPoolId: 'us-east-1_Other' })),
      ResourceNotFoundException,
    ],
    [
      'a group that is not there',
      () => client.send(new AdminAddUserToGroupCommand({ ...ada, GroupName: 'owner' })),
      ResourceNotFoundException,
    ],
    [
      'a page that is not there',
      () => client.send(new ListUsersCommand({ UserPoolId: POOL_ID, PaginationToken: 'x' })),
      InvalidParameterException,
    ],
  ])('refuses %s', async (_, call, error) => {
    await create();
    await create({ Username: 'other@example.com', UserAttributes: [] });
    await expect(call()).rejects.toBeInstanceOf(error);
    expect(openUserStore(path).all()).toHaveLength(2);
  });

  it('says which operation it does not know', async () => {
    await expect(client.send(new AdminUserGlobalSignOutCommand(ada))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local Cognito does not know the operation AdminUserGlobalSignOut.',
    });
  });
});
