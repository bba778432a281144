import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CodeDeliveryFailureException,
  type CognitoIdentityProviderClient,
  NotAuthorizedException,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ORGANIZATION_ATTRIBUTE, ROLES, type Role } from '../../contract/organizations/users.ts';
import { OrganizationConflictError } from '../errors.ts';

export interface Invitation {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  /**
   * The inviting admin passes it on; Cognito sends no message.
   * @default Cognito generates one and sends it by email
   */
  readonly temporaryPassword?: string | undefined;
}

/** A user of the pool with a password. */
export interface PoolUser {
  /** The `sub` of the user's tokens. */
  readonly id: string;
  /** The organization that first invited the user, an attribute that never changes. */
  readonly organizationId: string;
}

export interface InvitedUser extends PoolUser {
  /** Whether the user already existed. If so, no password was set and no message was sent. */
  readonly existed: boolean;
  /** Why no message was sent to the new user. */
  readonly mailError?: Error;
}

/** The users of all organizations in the user pool, which decides who can sign in. */
export interface UserDirectory {
  /** The user with this email and a password, whatever the organization. */
  find(email: string): Promise<PoolUser | undefined>;
  /** Creates a user with a role, unless there is one with this email, who stays unchanged. Idempotent. */
  invite(invitation: Invitation): Promise<InvitedUser>;
  /**
   * Sends a new temporary password to an invited user.
   *
   * @returns `false` if the user has already signed in
   */
  resend(email: string): Promise<boolean>;
  /** Replaces the role, from the user's next token on. Idempotent. */
  setRole(userId: string, role: Role): Promise<void>;
  /**
   * Refuses sign-ins and revokes the refresh tokens. ID tokens stay valid until they expire. Idempotent.
   *
   * @param username the id of a user with a password, or the username of one of an identity provider
   */
  disable(username: string): Promise<void>;
  /** Accepts sign-ins again. Idempotent. */
  enable(username: string): Promise<void>;
  /** Deletes a user with a password. Idempotent. */
  remove(userId: string): Promise<void>;
}

const CUSTOM_ATTRIBUTE = `custom:${ORGANIZATION_ATTRIBUTE}`;

const attributeOf = (attributes: readonly AttributeType[] | undefined, name: string): string => {
  const value = attributes?.find((attribute) => attribute.Name === name)?.Value;
  if (value === undefined) throw new Error(`The user pool returned a user without ${name}.`);
  return value;
};

export const createUserDirectory = (
  client: CognitoIdentityProviderClient,
  userPoolId: string,
): UserDirectory => {
  const userOf = (username: string) => ({ UserPoolId: userPoolId, Username: username });

  const find: UserDirectory['find'] = async (email) => {
    const found = await client.send(new AdminGetUserCommand(userOf(email))).catch((error: unknown) => {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    });
    if (found === undefined) return undefined;
    return {
      id: attributeOf(found.UserAttributes, 'sub'),
      organizationId: attributeOf(found.UserAttributes, CUSTOM_ATTRIBUTE),
    };
  };

  const resend: UserDirectory['resend'] = async (email) => {
    const command = new AdminCreateUserCommand({
      ...userOf(email),
      MessageAction: 'RESEND',
      DesiredDeliveryMediums: ['EMAIL'],
    });
    try {
      await client.send(command);
      return true;
    } catch (error) {
      if (error instanceof UnsupportedUserStateException) return false;
      throw error;
    }
  };

  const create = async (invitation: Invitation): Promise<InvitedUser> => {
    const { organizationId, email, temporaryPassword } = invitation;
    const command = new AdminCreateUserCommand({
      ...userOf(email),
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: CUSTOM_ATTRIBUTE, Value: organizationId },
      ],
      ...(temporaryPassword === undefined
        ? { DesiredDeliveryMediums: ['EMAIL'] }
        : { TemporaryPassword: temporaryPassword, MessageAction: 'SUPPRESS' }),
    });
    try {
      const { User: user } = await client.send(command);
      return { id: attributeOf(user?.Attributes, 'sub'), organizationId, existed: false };
    } catch (error) {
      const isUnsent = error instanceof CodeDeliveryFailureException;
      if (!isUnsent && !(error instanceof UsernameExistsException)) throw error;
      const found = await find(email);
      // Cognito creates the user all the same: https://github.com/aws/aws-sdk/issues/438
      if (isUnsent && found !== undefined) return { ...found, existed: false, mailError: error };
      if (found === undefined) throw new OrganizationConflictError(`${email} was removed concurrently.`);
      const { attempts = 1 } = error.$metadata;
      if (attempts === 1) return { ...found, existed: true };
      // An earlier attempt of the SDK created the user. Its response was lost, or Cognito's limit of emails
      // met.
      const created = { ...found, existed: false };
      if (temporaryPassword !== undefined) return created;
      return resend(email).then(
        () => created,
        (mailError: Error) => ({ ...created, mailError }),
      );
    }
  };

  const setRole: UserDirectory['setRole'] = async (userId, role) => {
    const user = userOf(userId);
    await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: role }));
    for (const other of ROLES) {
      if (other === role) continue;
      await client.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName: other }));
    }
  };

  return {
    find,

    async invite(invitation) {
      const known = await find(invitation.email);
      if (known !== undefined) return { ...known, existed: true };
      const user = await create(invitation);
      if (!user.existed) {
        await client.send(new AdminAddUserToGroupCommand({ ...userOf(user.id), GroupName: invitation.role }));
      }
      return user;
    },

    resend,

    setRole,

    async disable(username) {
      // Calls about a disabled user may be refused, as that of AdminResetUserPassword is.
      await client.send(new AdminUserGlobalSignOutCommand(userOf(username))).catch((error: unknown) => {
        if (!(error instanceof NotAuthorizedException)) throw error;
      });
      await client.send(new AdminDisableUserCommand(userOf(username)));
    },

    async enable(username) {
      await client.send(new AdminEnableUserCommand(userOf(username)));
    },

    async remove(userId) {
      await client.send(new AdminDeleteUserCommand(userOf(userId))).catch((error: unknown) => {
        if (!(error instanceof UserNotFoundException)) throw error;
      });
    },
  };
};
