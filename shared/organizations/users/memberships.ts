import type { Role } from '../../contract/organizations/users.ts';
import { list, requiredString } from '../../table/items/attributes.ts';
import { membershipsKey } from '../../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { readUser } from './user-repository.ts';

/**
 * The organizations of a user with a password. Stored only for users of several: others belong to the one in
 * the user pool's attribute. The role and whether the user is disabled are those of the stored user of each
 * organization.
 */
export interface Memberships {
  /** The `sub` of the user's tokens. */
  readonly userId: string;
  /** The organization in the user pool's attribute, whose role is the user's group in the pool. */
  readonly poolOrganizationId: string;
  readonly organizationIds: readonly string[];
  /** The one that tokens name while the user is an active member. */
  readonly chosenOrganizationId: string;
}

/** Memberships and the version that was read. */
export interface StoredMemberships {
  readonly memberships: Memberships;
  /** `undefined` for memberships that are not stored yet. */
  readonly version: number | undefined;
}

const membershipsFromItem = (item: Item): Memberships => ({
  userId: requiredString(item, 'userId'),
  poolOrganizationId: requiredString(item, 'poolOrganizationId'),
  organizationIds: list<string>(item, 'organizationIds'),
  chosenOrganizationId: requiredString(item, 'chosenOrganizationId'),
});

/**
 * Strongly consistent: 1 read unit.
 *
 * @returns `undefined` for a user of one organization
 */
export const readMemberships = async (
  reader: TableReader,
  userId: string,
): Promise<StoredMemberships | undefined> => {
  const item = await reader.get(membershipsKey(userId), { consistentRead: true });
  return item && { memberships: membershipsFromItem(item), version: versionOf(item) };
};

/** Stores memberships, on condition that they are unchanged since `version` was read. */
export const putMemberships = (memberships: Memberships, version: number | undefined): WriteOperation => ({
  put: {
    Item: nextVersion({ ...memberships, ...membershipsKey(memberships.userId) }, version),
    ...unchangedSince(version),
  },
});

/** The memberships of a user of one organization, which are not stored. */
export const singleMembership = (userId: string, organizationId: string): Memberships => ({
  userId,
  poolOrganizationId: organizationId,
  organizationIds: [organizationId],
  chosenOrganizationId: organizationId,
});

/** What a user may do in an organization. */
export interface ActiveMembership {
  readonly organizationId: string;
  /**
   * `undefined` for a user of an identity provider who is not stored yet: the pool's group decides.
   */
  readonly role: Role | undefined;
}

/**
 * The membership of one organization. 1 read unit.
 *
 * @returns `undefined` if the user is disabled there or does not belong to it
 */
export const readActiveMembership = async (
  reader: TableReader,
  { userId, poolOrganizationId, organizationIds }: Memberships,
  organizationId: string,
): Promise<ActiveMembership | undefined> => {
  if (!organizationIds.includes(organizationId)) return undefined;
  const stored = await readUser(reader, organizationId, userId);
  if (stored === undefined) {
    return organizationId === poolOrganizationId ? { organizationId, role: undefined } : undefined;
  }
  return stored.user.isDisabled ? undefined : { organizationId, role: stored.user.role };
};

/** Whether no organization lets the user in. */
export const isDisabledEverywhere = async (
  reader: TableReader,
  memberships: Memberships,
): Promise<boolean> => {
  const active = await Promise.all(
    memberships.organizationIds.map((each) => readActiveMembership(reader, memberships, each)),
  );
  return active.every((each) => each === undefined);
};
