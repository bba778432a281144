import {
  type CognitoIdentityProviderClient,
  paginateListUsers,
  paginateListUsersInGroup,
  UserStatusType,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ORGANIZATION_ATTRIBUTE, type Role } from '../../contract/users.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import type { Table } from '../../table/table.ts';
import type { User } from './user.ts';
import { putUser, readUser } from './user-repository.ts';

export interface StoredPoolUsers {
  /** Users of the pool that belong to an organization. */
  readonly stored: number;
  /** Those that this run stored. */
  readonly added: number;
}

/** Users who are stored at once. */
const CONCURRENT_USERS = 8;

const userOf = (
  { Attributes: attributes = [], Enabled: isEnabled, UserStatus: status, UserCreateDate: created }: UserType,
  role: Role,
): User | undefined => {
  const values = new Map(attributes.map(({ Name, Value }) => [Name, Value]));
  const organizationId = values.get(`custom:${ORGANIZATION_ATTRIBUTE}`);
  const id = values.get('sub');
  // An operator may have created users in other ways, who belong to no organization.
  if (organizationId === undefined || id === undefined) return undefined;
  return {
    id,
    organizationId,
    email: values.get('email') ?? id,
    role,
    identityProvider: null,
    isDisabled: isEnabled === false,
    hasSignedIn: status !== UserStatusType.FORCE_CHANGE_PASSWORD,
    invitedAt: timestampOf(created ?? new Date()),
    invitedBy: null,
    lastSignInAt: null,
  };
};

/**
 * Stores the users of the pool who are not stored yet: those whom an earlier version of the service invited.
 * Can be repeated.
 */
export const storePoolUsers = async (
  { reader, writer }: Table,
  client: CognitoIdentityProviderClient,
  userPoolId: string,
): Promise<StoredPoolUsers> => {
  const admins = new Set<string>();
  const group = { UserPoolId: userPoolId, GroupName: 'admin' satisfies Role };
  for await (const { Users: users = [] } of paginateListUsersInGroup({ client }, group)) {
    for (const { Username: name } of users) if (name !== undefined) admins.add(name);
  }
  const result = { stored: 0, added: 0 };
  for await (const { Users: users = [] } of paginateListUsers({ client }, { UserPoolId: userPoolId })) {
    await forEachConcurrently(users, CONCURRENT_USERS, async (poolUser) => {
      const user = userOf(poolUser, admins.has(poolUser.Username ?? '') ? 'admin' : 'member');
      if (user === undefined) return;
      result.stored += 1;
      if ((await readUser(reader, user.organizationId, user.id)) !== undefined) return;
      if (await writer.transact([putUser(user, undefined)])) result.added += 1;
    });
  }
  return result;
};
