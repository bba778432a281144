import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ORGANIZATION_ATTRIBUTE, ROLES, type Role } from '../contract/users.ts';

export interface Invitation {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
  /**
   * The inviting admin passes it on; Cognito sends no message.
   * @default Cognito generates one and sends it by e-mail
   */
  readonly temporaryPassword?: string | undefined;
}

export interface InvitedUser {
  /** The `sub` of the user's tokens. */
  readonly userId: string;
  /** Whether the user already existed. If so, no password was set and no message was sent. */
  readonly existed: boolean;
}

export type UserDirectory = ReturnType<typeof createUserDirectory>;

const CUSTOM_ATTRIBUTE = `custom:${ORGANIZATION_ATTRIBUTE}`;

const attributeOf = (attributes: readonly AttributeType[] | undefined, name: string): string => {
  const value = attributes?.find((attribute) => attribute.Name === name)?.Value;
  if (value === undefined) throw new Error(`The user pool returned a user without ${name}.`);
  return value;
};

export const createUserDirectory = (client: CognitoIdentityProviderClient, userPoolId: string) => {
  const create = async (invitation: Invitation): Promise<InvitedUser> => {
    const { organizationId, email, temporaryPassword } = invitation;
    const command = new AdminCreateUserCommand({
      UserPoolId: userPoolId,
      Username: email,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: CUSTOM_ATTRIBUTE, Value: organizationId },
      ],
      ...(temporaryPassword === undefined
        ? { DesiredDeliveryMediums: ['EMAIL'] }
        : { TemporaryPassword: temporaryPassword, MessageAction: 'SUPPRESS' }),
    });
    const { User: user } = await client.send(command);
    return { userId: attributeOf(user?.Attributes, 'sub'), existed: false };
  };

  const find = async ({ organizationId, email }: Invitation): Promise<InvitedUser> => {
    const command = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email });
    const { UserAttributes: attributes } = await client.send(command);
    if (attributeOf(attributes, CUSTOM_ATTRIBUTE) !== organizationId) {
      throw new Error(`${email} belongs to a user of another organization. Invite another address.`);
    }
    return { userId: attributeOf(attributes, 'sub'), existed: true };
  };

  return {
    /**
     * Creates a user with a role, or replaces the role of an existing user. Idempotent.
     *
     * @throws Error if the address belongs to a user of another organization, which users cannot change
     */
    async invite(invitation: Invitation): Promise<InvitedUser> {
      const user = await create(invitation).catch((error: unknown) => {
        if (error instanceof UsernameExistsException) return find(invitation);
        throw error;
      });
      const membership = { UserPoolId: userPoolId, Username: invitation.email };
      await client.send(new AdminAddUserToGroupCommand({ ...membership, GroupName: invitation.role }));
      for (const role of user.existed ? ROLES : []) {
        if (role === invitation.role) continue;
        await client.send(new AdminRemoveUserFromGroupCommand({ ...membership, GroupName: role }));
      }
      return user;
    },
  };
};
