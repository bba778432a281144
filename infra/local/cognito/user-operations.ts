import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CognitoError, type Operations, operation } from './operation.ts';
import { hashPassword } from './password-hash.ts';
import { policyViolation, randomPassword } from './password-policy.ts';
import {
  attributesInputSchema,
  attributesToWire,
  checkChangedAttributes,
  checkNewAttributes,
  otherAttributes,
  toWire,
} from './user-attributes.ts';
import { checkPool, existingUser, userInput } from './user-lookup.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** What Cognito would send to a new user. */
export interface Invitation {
  readonly email: string;
  readonly temporaryPassword: string;
}

export interface UserOperationsDependencies {
  readonly pool: UserPoolDefinition;
  readonly users: UserStore;
  /** Told of the new user and the password wherever Cognito would send a message. */
  readonly onInvitation: (invitation: Invitation) => Promise<void> | void;
}

/** Cognito's longest. */
const passwordSchema = z.string().max(256);

const emailSchema = z.email('Username should be an email.').max(128);

const createSchema = z.object({
  ...userInput,
  Username: emailSchema,
  UserAttributes: attributesInputSchema.prefault([]),
  TemporaryPassword: passwordSchema.optional(),
  MessageAction: z.literal('SUPPRESS').optional(),
  DesiredDeliveryMediums: z.array(z.enum(['EMAIL', 'SMS'])).optional(),
});

/**
 * Creating, changing and deleting users. A temporary password is a password like any other here: it does not
 * expire and need not be changed, so users are confirmed from the start, and their email counts as verified
 * unless the caller says otherwise.
 */
export const userOperations = ({ pool, users, onInvitation }: UserOperationsDependencies): Operations => {
  const checkPassword = (password: string): void => {
    const violation = policyViolation(pool.passwordPolicy, password);
    if (violation !== undefined) throw new CognitoError('InvalidPasswordException', violation);
  };
  /** Nothing may be awaited between this and storing the user. */
  const checkUnknown = (email: string, name: 'UsernameExistsException' | 'AliasExistsException'): void => {
    if (users.byEmail(email) !== undefined) {
      throw new CognitoError(name, 'An account with the given email already exists.');
    }
  };
  const change = async (user: StoredUser, changes: Partial<StoredUser>): Promise<object> => {
    await users.put({ ...user, ...changes, updatedAt: Date.now() });
    return {};
  };

  return {
    AdminCreateUser: operation(createSchema, async (input) => {
      checkPool(pool, input.UserPoolId);
      const email = input.Username;
      const given = input.UserAttributes;
      if (given.has('email') && given.get('email') !== email) {
        throw new CognitoError('InvalidParameterException', 'The email attribute is not the username.');
      }
      checkNewAttributes(pool.attributes, new Map([...given, ['email', email]]));
      if (input.TemporaryPassword !== undefined) checkPassword(input.TemporaryPassword);
      const temporaryPassword = input.TemporaryPassword ?? randomPassword(pool.passwordPolicy);
      const passwordHash = await hashPassword(temporaryPassword);
      checkUnknown(email, 'UsernameExistsException');
      const now = Date.now();
      const user: StoredUser = {
        sub: randomUUID(),
        email,
        passwordHash,
        attributes: { email_verified: 'true', ...otherAttributes(given) },
        groups: [],
        enabled: true,
        createdAt: now,
        updatedAt: now,
      };
      await users.put(user);
      if (input.MessageAction !== 'SUPPRESS') await onInvitation({ email, temporaryPassword });
      return { User: { ...toWire(user), Attributes: attributesToWire(user) } };
    }),

    AdminGetUser: operation(z.object(userInput), async (input) => {
      const user = existingUser(pool, users, input);
      return { ...toWire(user), UserAttributes: attributesToWire(user) };
    }),

    AdminDeleteUser: operation(z.object(userInput), async (input) => {
      await users.remove(existingUser(pool, users, input).sub);
      return {};
    }),

    AdminDisableUser: operation(z.object(userInput), (input) =>
      change(existingUser(pool, users, input), { enabled: false }),
    ),

    AdminEnableUser: operation(z.object(userInput), (input) =>
      change(existingUser(pool, users, input), { enabled: true }),
    ),

    AdminSetUserPassword: operation(
      z.object({ ...userInput, Password: passwordSchema, Permanent: z.boolean().optional() }),
      async (input) => {
        existingUser(pool, users, input);
        checkPassword(input.Password);
        const passwordHash = await hashPassword(input.Password);
        // Looked up again: the user may have been changed or deleted meanwhile.
        return change(existingUser(pool, users, input), { passwordHash });
      },
    ),

    AdminUpdateUserAttributes: operation(
      z.object({ ...userInput, UserAttributes: attributesInputSchema }),
      async (input) => {
        const user = existingUser(pool, users, input);
        const given = input.UserAttributes;
        checkChangedAttributes(pool.attributes, given);
        const email = given.get('email') || user.email;
        if (!emailSchema.safeParse(email).success) {
          throw new CognitoError('InvalidParameterException', 'Invalid email address format.');
        }
        if (users.byEmail(email)?.sub !== user.sub) checkUnknown(email, 'AliasExistsException');
        const isVerified = email === user.email ? {} : { email_verified: 'false' };
        const kept = Object.entries({ ...user.attributes, ...isVerified });
        return change(user, {
          email,
          attributes: {
            ...Object.fromEntries(kept.filter(([name]) => !given.has(name))),
            ...otherAttributes(given),
          },
        });
      },
    ),
  };
};
