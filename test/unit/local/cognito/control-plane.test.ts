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
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandInput,
  AdminRemoveUserFromGroupCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  InvalidPasswordException,
  NotAuthorizedException,
  ResourceNotFoundException,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../../../infra/local/cognito/control-plane.ts';
import type { Mail } from '../../../../infra/local/cognito/mail.ts';
import { openPoolProviders } from '../../../../infra/local/cognito/pool/own-providers.ts';
import { readUserPool } from '../../../../infra/local/cognito/pool/user-pool.ts';
import { isPassword } from '../../../../infra/local/cognito/users/password-hash.ts';
import { openUserStore, type UserStore } from '../../../../infra/local/cognito/users/user-store.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import {
  clientResource,
  groupResource,
  localUrl,
  PASSWORD,
  POOL_ID,
  poolResource,
} from './small-user-pool.ts';

const EMAIL = 'Ada@example.com';
const ORGANIZATION = { Name: 'custom:organization_id', Value: 'o1' };

const groups = ['admin', 'member'].map(groupResource);
const pool = readUserPool(poolResource(), [clientResource()], groups, localUrl);
let path: string;
let users: UserStore;
let server: Server;
let client: CognitoIdentityProviderClient;
const errors: unknown[] = [];
let mails: Mail[];

beforeEach(async () => {
  mails = [];
  path = join(mkdtempSync(join(tmpdir(), 'users-')), 'users.json');
  users = openUserStore(path);
  server = createControlPlane({
    pool,
    users,
    providers: openPoolProviders(`${path}-providers`, pool),
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    signIdToken: async ({ sub }) => `token of ${sub}`,
    sendMail: (mail) => void mails.push(mail),
    onError: (error) => void errors.push(error),
  });
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
  expect(errors).toEqual([]);
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
const createOther = (
  attributes: AdminCreateUserCommandInput['UserAttributes'] = [],
  changes: Partial<AdminCreateUserCommandInput> = {},
) => {
  const email = 'b@example.com';
  const UserAttributes = [{ Name: 'email', Value: email }, ...attributes];
  return create({ Username: email, UserAttributes, ...changes });
};
const ada = { UserPoolId: POOL_ID, Username: EMAIL };

describe('the control plane, as the AWS SDK calls it', () => {
  it('creates a user, and persists the user before it responds', async () => {
    const { User: user } = await create();
    expect(user).toMatchObject({
      Username: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const attributes = [
      { Name: 'sub', Value: user?.Username },
      ORGANIZATION,
      { Name: 'email', Value: EMAIL },
    ];
    expect(user?.Attributes).toEqual(attributes);
    const stored = openUserStore(path).byEmail(EMAIL);
    expect(await isPassword(PASSWORD, stored?.passwordHash)).toBe(true);
    expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD);
    for (const name of [EMAIL, 'ada@EXAMPLE.com']) {
      const found = await client.send(new AdminGetUserCommand({ ...ada, Username: name }));
      expect(found).toMatchObject({ Username: user?.Username, UserAttributes: attributes });
    }
  });

  it('creates one user for concurrent calls with one email', async () => {
    const emails = [EMAIL, EMAIL.toLowerCase(), EMAIL.toUpperCase(), EMAIL];
    const results = await Promise.allSettled(
      emails.map((email) => create({ Username: email, UserAttributes: [{ Name: 'email', Value: email }] })),
    );
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failures).toHaveLength(emails.length - 1);
    for (const failure of failures) expect(failure).toBeInstanceOf(UsernameExistsException);
    expect(JSON.parse(readFileSync(path, 'utf8')).users).toHaveLength(1);
  });

  it('adds users to groups and removes them', async () => {
    await create();
    const groups = () => openUserStore(path).byEmail(EMAIL)?.groups;
    const add = (name: string) => client.send(new AdminAddUserToGroupCommand({ ...ada, GroupName: name }));
    expect(groups()).toEqual([]);
    await add('member');
    await add('admin');
    await add('member');
    expect(groups()).toEqual(['member', 'admin']);
    await client.send(new AdminRemoveUserFromGroupCommand({ ...ada, GroupName: 'member' }));
    expect(groups()).toEqual(['admin']);
  });

  it('signs a user in with the password that was set', async () => {
    const { User: user } = await create();
    const set = (Password: string) =>
      client.send(new AdminSetUserPasswordCommand({ ...ada, Password, Permanent: true }));
    const signIn = (PASSWORD: string, changes: Partial<AdminInitiateAuthCommandInput> = {}) =>
      client.send(
        new AdminInitiateAuthCommand({
          UserPoolId: POOL_ID,
          ClientId: pool.client.id,
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: EMAIL, PASSWORD },
          ...changes,
        }),
      );
    const next = `${PASSWORD}-2`;
    await set(next);
    const { AuthenticationResult: result } = await signIn(next);
    expect(result?.IdToken).toBe(`token of ${user?.Username}`);
    await expect(signIn(PASSWORD)).rejects.toBeInstanceOf(NotAuthorizedException);
    await expect(signIn(next, { ClientId: 'other' })).rejects.toBeInstanceOf(ResourceNotFoundException);
    await expect(signIn(next, { AuthFlow: 'USER_PASSWORD_AUTH' })).rejects.toBeInstanceOf(
      InvalidParameterException,
    );
    await expect(set('short')).rejects.toBeInstanceOf(InvalidPasswordException);
  });

  it('emails a new user a generated password, and another on request until the first sign-in', async () => {
    const mailed = { TemporaryPassword: undefined, DesiredDeliveryMediums: ['EMAIL' as const] };
    await create({ ...mailed, MessageAction: undefined });
    const resend = () => create({ ...mailed, UserAttributes: undefined, MessageAction: 'RESEND' });
    await resend();
    const [first = '', second = ''] = mails.map(({ text }) => / password is (.*)\.$/.exec(text)?.[1]);
    expect(mails[1]).toEqual({
      to: EMAIL,
      subject: 'Your temporary password',
      text: `Your username is ${EMAIL} and temporary password is ${second}.`,
    });
    const hash = () => openUserStore(path).byEmail(EMAIL)?.passwordHash;
    expect([await isPassword(first, hash()), await isPassword(second, hash())]).toEqual([false, true]);
    await client.send(new AdminSetUserPasswordCommand({ ...ada, Password: PASSWORD, Permanent: true }));
    await expect(resend()).rejects.toBeInstanceOf(UnsupportedUserStateException);
    expect(mails).toHaveLength(2);
  });

  it('disables a user by sub or email, and enables the user again', async () => {
    const { User: user } = await create();
    const state = () => openUserStore(path).byEmail(EMAIL);
    const signOut = () => client.send(new AdminUserGlobalSignOutCommand(ada));
    await signOut();
    await client.send(new AdminDisableUserCommand({ ...ada, Username: user?.Username ?? '' }));
    await expect(signOut()).rejects.toBeInstanceOf(NotAuthorizedException);
    expect(state()).toMatchObject({ isDisabled: true, signedOutAt: expect.any(Number) });
    const signIn = new AdminInitiateAuthCommand({
      UserPoolId: POOL_ID,
      ClientId: pool.client.id,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD },
    });
    await expect(client.send(signIn)).rejects.toThrow('User is disabled.');
    await client.send(new AdminEnableUserCommand(ada));
    expect(state()?.isDisabled).toBe(false);
    expect((await client.send(signIn)).AuthenticationResult?.TokenType).toBe('Bearer');
  });

  it('deletes a user, also on disk, before it responds', async () => {
    await create();
    await client.send(new AdminDeleteUserCommand(ada));
    expect(openUserStore(path).byEmail(EMAIL)).toBeUndefined();
    await expect(client.send(new AdminDeleteUserCommand(ada))).rejects.toBeInstanceOf(UserNotFoundException);
    await create();
  });

  it.each([
    ['an email that is taken', () => create(), UsernameExistsException],
    ['a username that is not an email', () => create({ Username: 'b' }), InvalidParameterException],
    [
      'an email other than the username',
      () => create({ Username: 'b@example.com' }),
      InvalidParameterException,
    ],
    [
      'an attribute that is not in the schema',
      () => createOther([{ Name: 'custom:x', Value: '1' }]),
      InvalidParameterException,
    ],
    [
      'a weak temporary password',
      () => createOther([], { TemporaryPassword: 'short' }),
      InvalidPasswordException,
    ],
    [
      'a password that is too long',
      () => createOther([], { TemporaryPassword: `Aa1-${'a'.repeat(253)}` }),
      InvalidParameterException,
    ],
    [
      'to send a text message',
      () => createOther([], { DesiredDeliveryMediums: ['SMS'] }),
      InvalidParameterException,
    ],
    [
      'to repeat the invitation of an unknown user',
      () => createOther([], { MessageAction: 'RESEND' }),
      UserNotFoundException,
    ],
    [
      'an unknown user',
      () => client.send(new AdminGetUserCommand({ ...ada, Username: 'unknown@example.com' })),
      UserNotFoundException,
    ],
    [
      'an unknown pool',
      () => client.send(new AdminGetUserCommand({ ...ada, UserPoolId: 'us-east-1_Other' })),
      ResourceNotFoundException,
    ],
    [
      'an unknown group',
      () => client.send(new AdminAddUserToGroupCommand({ ...ada, GroupName: 'owner' })),
      ResourceNotFoundException,
    ],
  ])('rejects %s', async (_, call, error) => {
    await create();
    await expect(call()).rejects.toBeInstanceOf(error);
    expect(JSON.parse(readFileSync(path, 'utf8')).users).toHaveLength(1);
  });

  it('names an unknown operation', async () => {
    await expect(client.send(new AdminResetUserPasswordCommand(ada))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message:
        'The local Cognito does not know the operation ' +
        'AWSCognitoIdentityProviderService.AdminResetUserPassword.',
    });
  });
});
