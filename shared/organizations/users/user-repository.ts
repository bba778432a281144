import type { Role } from '../../contract/organizations/users.ts';
import { userKey, userPartition } from '../../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../../table/items/versions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { type User, userFromItem, userToItem } from './user.ts';

/** A user and the version that was read. */
export interface StoredUser {
  readonly user: User;
  /** `undefined` for a user who is not stored yet. */
  readonly version: number | undefined;
}

/** Strongly consistent: 1 read unit. */
export const readUser = async (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<StoredUser | undefined> => {
  const item = await reader.get(userKey(organizationId, id), { consistentRead: true });
  return item && { user: userFromItem(item), version: versionOf(item) };
};

/** All users of an organization, disabled ones included. Strongly consistent. */
export const readUsers = async (
  reader: TableReader,
  organizationId: string,
): Promise<readonly StoredUser[]> => {
  const partition = userPartition(organizationId);
  const items = await readItems(reader, { partition, consistentRead: true });
  return items.map((item) => ({ user: userFromItem(item), version: versionOf(item) }));
};

/** The condition that an organization has a user who is not disabled, and is an admin if that is required. */
export const requireUser = (
  organizationId: string,
  id: string,
  isAdminRequired: boolean,
): WriteOperation => ({
  check: {
    Key: { ...userKey(organizationId, id) },
    ConditionExpression: `isDisabled = :false${isAdminRequired ? ' AND #role = :admin' : ''}`,
    ...(isAdminRequired && { ExpressionAttributeNames: { '#role': 'role' } }),
    ExpressionAttributeValues: {
      ':false': false,
      ...(isAdminRequired && { ':admin': 'admin' satisfies Role }),
    },
  },
});

/** Stores a user, on condition that it is unchanged since `version` was read. */
export const putUser = (user: User, version: number | undefined): WriteOperation => ({
  put: { Item: nextVersion(userToItem(user), version), ...unchangedSince(version) },
});
