import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { z } from 'zod';
import { createAwsJsonServer, type Operation, operation } from '../aws-json/aws-json-server.ts';
import { ServiceError } from '../aws-json/service-error.ts';
import type { Credentials } from '../settings.ts';
import type { SendMail } from './mail.ts';
import type { PoolProviders } from './pool/own-providers.ts';
import { policyViolation } from './pool/password-policy.ts';
import type { UserPoolDefinition } from './pool/user-pool.ts';
import type { UserPoolClient } from './pool/user-pool-client.ts';
import { createProviderOperations } from './provider-operations.ts';
import { hashPassword, isPassword } from './users/password-hash.ts';
import { type StoredUser, type UserStore, usernameOf } from './users/user-store.ts';

export interface ControlPlaneDependencies {
  readonly pool: Omit<UserPoolDefinition, 'client' | 'providers' | 'triggers'> & {
    readonly client: Pick<UserPoolClient, 'id' | 'callbackUrls' | 'logoutUrls'>;
  };
  readonly users: UserStore;
  readonly providers: PoolProviders;
  /** Required of callers. */
  readonly credentials: Credentials;
  readonly region: string;
  /** An ID token of the pool's client. */
  readonly signIdToken: (user: StoredUser) => Promise<string>;
  readonly sendMail: SendMail;
  readonly onError: (error: unknown) => void;
}

const userInput = { UserPoolId: z.string(), Username: z.string() };

const createSchema = z.object({
  ...userInput,
  Username: z.email('Username should be an email.').max(128),
  UserAttributes: z
    .array(z.object({ Name: z.string(), Value: z.string() }))
    .default([])
    .transform((attributes) => new Map(attributes.map(({ Name, Value }) => [Name, Value]))),
  /** Default: a generated one. */
  TemporaryPassword: z.string().max(256).optional(),
  /** Default: mails the password to a new user. */
  MessageAction: z.enum(['SUPPRESS', 'RESEND']).optional(),
  DesiredDeliveryMediums: z.tuple([z.literal('EMAIL')]).optional(),
});

const passwordSchema = z.object({
  ...userInput,
  Password: z.string().max(256),
  Permanent: z.literal(true),
});

const signInSchema = z.object({
  UserPoolId: z.string(),
  ClientId: z.string(),
  AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
  AuthParameters: z.object({ USERNAME: z.string(), PASSWORD: z.string() }),
});

const refuse = (name: string, message: string): never => {
  throw new ServiceError(name, message);
};

const attributesOf = ({ sub, email, attributes }: StoredUser) =>
  Object.entries({ sub, ...attributes, email }).map(([Name, Value]) => ({ Name, Value }));

const statusOf = ({ provider, isConfirmed }: StoredUser): string => {
  if (provider !== undefined) return 'EXTERNAL_PROVIDER';
  return isConfirmed ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
};

const listedUser = (user: StoredUser) => ({
  Username: usernameOf(user),
  Attributes: attributesOf(user),
  Enabled: !user.isDisabled,
  UserStatus: statusOf(user),
});

/** Satisfies the password policy. */
const generatePassword = (): string => `${randomBytes(12).toString('base64url')}aA1!`;

/**
 * The calls of Cognito's own API that create, list, change and disable users, and sign them in for the
 * operator. Passwords stay valid, although Cognito calls them temporary. The caller binds the server.
 */
export const createControlPlane = (dependencies: ControlPlaneDependencies): Server => {
  const { pool, users, providers, signIdToken, sendMail } = dependencies;
  const run = <T extends { readonly UserPoolId: string }>(
    schema: z.ZodType<T>,
    call: (input: T) => Promise<object>,
  ): Operation => {
    const checked = async (input: T): Promise<object> =>
      input.UserPoolId === pool.id
        ? call(input)
        : refuse('ResourceNotFoundException', `User pool ${input.UserPoolId} does not exist.`);
    return operation(schema, checked, 'InvalidParameterException');
  };
  /** A user by username, which is the `sub` of one with a password, or by email, as Cognito finds them. */
  const requireUser = (username: string): StoredUser =>
    users.all().find((user) => usernameOf(user) === username) ??
    users.byEmail(username) ??
    refuse('UserNotFoundException', 'User does not exist.');

  const checkAttributes = (given: ReadonlyMap<string, string>, email: string): void => {
    const unknown = [...given.keys()].find((name) => !pool.attributes.includes(name));
    if (unknown !== undefined) {
      refuse('InvalidParameterException', `Type for attribute {${unknown}} could not be determined`);
    }
    if (given.get('email') !== email) {
      refuse('InvalidParameterException', 'The email attribute must equal the username.');
    }
  };

  const hashAllowedPassword = (password: string): Promise<string> => {
    const violation = policyViolation(pool.minimumPasswordLength, password);
    if (violation !== undefined) refuse('InvalidPasswordException', violation);
    return hashPassword(password);
  };

  const changeGroups = (change: (groups: readonly string[], name: string) => string[]): Operation =>
    run(z.object({ ...userInput, GroupName: z.string() }), async ({ Username, GroupName }) => {
      const user = requireUser(Username);
      if (!pool.groups.includes(GroupName)) refuse('ResourceNotFoundException', 'Group not found.');
      await users.put({ ...user, groups: change(user.groups, GroupName) });
      return {};
    });

  const mailInvitation = (email: string, password: string): void => {
    const { subject, text } = pool.invitation;
    sendMail({
      to: email,
      subject,
      text: text.replaceAll('{username}', email).replaceAll('{####}', password),
    });
  };

  const changeUser = (change: (user: StoredUser) => Partial<StoredUser>): Operation =>
    run(z.object(userInput), async ({ Username }) => {
      const user = requireUser(Username);
      await users.put({ ...user, ...change(user) });
      return {};
    });

  /** A new password for a user who has not signed in yet. */
  const resend = async (email: string, password: string): Promise<object> => {
    const passwordHash = await hashAllowedPassword(password);
    const user = requireUser(email);
    if (user.isConfirmed) {
      refuse(
        'UnsupportedUserStateException',
        'Resend not possible. CONFIRMED status is not FORCE_CHANGE_PASSWORD',
      );
    }
    await users.put({ ...user, passwordHash });
    mailInvitation(email, password);
    return { User: { Username: user.sub, Attributes: attributesOf(user) } };
  };

  const operations = {
    AdminCreateUser: run(createSchema, async (input) => {
      const { Username: email, UserAttributes: given, MessageAction: action } = input;
      const password = input.TemporaryPassword ?? generatePassword();
      if (action === 'RESEND') return resend(email, password);
      checkAttributes(given, email);
      const passwordHash = await hashAllowedPassword(password);
      // No await between this check and `put`, so that concurrent calls cannot create the user twice.
      if (users.byEmail(email) !== undefined) {
        refuse('UsernameExistsException', 'An account with the given email already exists.');
      }
      const { email: _, ...attributes } = Object.fromEntries(given);
      const user: StoredUser = {
        sub: randomUUID(),
        email,
        passwordHash,
        attributes,
        groups: [],
        isDisabled: false,
        isConfirmed: false,
      };
      await users.put(user);
      if (action === undefined) mailInvitation(email, password);
      return { User: { Username: user.sub, Attributes: attributesOf(user) } };
    }),

    AdminGetUser: run(z.object(userInput), async ({ Username }) => {
      const user = requireUser(Username);
      return { Username: usernameOf(user), UserAttributes: attributesOf(user) };
    }),

    ...createProviderOperations(run, pool.client, providers),

    ListUsers: run(z.object({ UserPoolId: z.string() }), async () => ({
      Users: users.all().map(listedUser),
    })),

    ListUsersInGroup: run(z.object({ UserPoolId: z.string(), GroupName: z.string() }), async (input) => ({
      Users: users
        .all()
        .filter(({ groups }) => groups.includes(input.GroupName))
        .map(listedUser),
    })),

    AdminSetUserPassword: run(passwordSchema, async ({ Username, Password }) => {
      const user = requireUser(Username);
      await users.put({ ...user, passwordHash: await hashAllowedPassword(Password), isConfirmed: true });
      return {};
    }),

    AdminInitiateAuth: run(signInSchema, async ({ ClientId, AuthParameters: { USERNAME, PASSWORD } }) => {
      if (ClientId !== pool.client.id) refuse('ResourceNotFoundException', 'Client not found.');
      const user = users.byEmail(USERNAME);
      const isRight = await isPassword(PASSWORD, user?.passwordHash);
      if (user === undefined || !isRight) {
        return refuse('NotAuthorizedException', 'Incorrect username or password.');
      }
      if (user.isDisabled) return refuse('NotAuthorizedException', 'User is disabled.');
      return { AuthenticationResult: { IdToken: await signIdToken(user), TokenType: 'Bearer' } };
    }),

    AdminDeleteUser: run(z.object(userInput), async ({ Username }) => {
      await users.remove(requireUser(Username));
      return {};
    }),

    AdminDisableUser: changeUser(() => ({ isDisabled: true })),
    AdminEnableUser: changeUser(() => ({ isDisabled: false })),
    AdminUserGlobalSignOut: changeUser(({ isDisabled }) => {
      if (isDisabled) refuse('NotAuthorizedException', 'User is disabled.');
      return { signedOutAt: Math.floor(Date.now() / 1_000) };
    }),

    AdminAddUserToGroup: changeGroups((groups, name) => [...new Set([...groups, name])]),
    AdminRemoveUserFromGroup: changeGroups((groups, name) => groups.filter((other) => other !== name)),
  };
  return createAwsJsonServer({
    ...dependencies,
    name: 'Cognito',
    target: 'AWSCognitoIdentityProviderService',
    signingName: 'cognito-idp',
    operations,
  });
};
