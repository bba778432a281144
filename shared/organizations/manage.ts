import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { countedMarks } from '../records/lookups/counters.ts';
import { ORGANIZATION_PARTITION } from '../table/items/keys.ts';
import { COLLECTION_INDEX } from '../table/items/schema.ts';
import { nextVersion, unchangedSince } from '../table/items/versions.ts';
import { readItems, readWholeItems } from '../table/paging/read-items.ts';
import type { TableReader } from '../table/reader.ts';
import {
  ORGANIZATION_DEFAULTS,
  type Organization,
  organizationFromItem,
  organizationToItem,
  readOrganization,
} from './organization.ts';
import { type OrganizationChanges, updateOrganization } from './update-organization.ts';
import type { GrantChoices } from './users/grants.ts';
import { inviteUser, type UserDependencies } from './users/invite-user.ts';
import { removeUser } from './users/remove-user.ts';
import { updateUser } from './users/update-user.ts';
import type { User } from './users/user.ts';
import type { Invitation } from './users/user-directory.ts';
import { readUsers } from './users/user-repository.ts';

type UserEmail = Pick<User, 'organizationId' | 'email'>;

/** All organizations, oldest first. */
export const listOrganizations = async (reader: TableReader): Promise<readonly Organization[]> => {
  const query = { index: COLLECTION_INDEX, partition: ORGANIZATION_PARTITION };
  const items = await readWholeItems(reader, await readItems(reader, query));
  return items.map(organizationFromItem);
};

export const createOrganizationManager = (dependencies: UserDependencies) => {
  const { reader, writer } = dependencies;
  const get = (id: string): Promise<Organization | undefined> =>
    readOrganization(reader, id, { consistentRead: true });

  /**
   * Changes each user with an email: with a password and with an identity provider, one person is two users.
   *
   * @returns the changed user, or `undefined` if the organization has none with this email
   */
  const ofEachUser = async (
    { organizationId, email }: UserEmail,
    change: (user: User) => Promise<User | undefined>,
  ): Promise<User | undefined> => {
    let changed: User | undefined;
    for (const { user } of await readUsers(reader, organizationId)) {
      if (user.email.toLowerCase() === email) changed = await change(user);
    }
    return changed;
  };

  return {
    get,

    /**
     * Creates an organization. Idempotent: returns an existing one with the same id and name.
     *
     * @throws Error if the id belongs to an organization with another name
     */
    async create({ id, name }: Pick<Organization, 'id' | 'name'>, actor: Actor): Promise<Organization> {
      const at = timestampOf(new Date());
      const organization = { ...ORGANIZATION_DEFAULTS, id, name, createdAt: at };
      const item = nextVersion(organizationToItem(organization), undefined);
      const action = 'organization.created';
      const isNew = await writer.transact([
        { put: { Item: item, ...unchangedSince(undefined) } },
        recordEntry(action, { organizationId: id, at, actor, targetId: id }, { name }),
        // It has no lookups yet.
        ...countedMarks(id, at),
      ]);
      if (isNew) return organization;
      const existing = await get(id);
      if (existing?.name === name) return existing;
      throw new Error(
        `The id ${id} already belongs to the organization "${existing?.name}". Use another id.`,
      );
    },

    /** Changes the settings of an organization: see {@link updateOrganization}. */
    update: (id: string, changes: OrganizationChanges, actor: Actor): Promise<Organization> =>
      updateOrganization(dependencies, id, changes, actor),

    /** All organizations, oldest first. */
    list: () => listOrganizations(reader),

    /** Invites a user, or replaces the role of an existing user: see {@link inviteUser}. */
    async invite(
      invitation: Invitation,
      actor: Actor,
    ): Promise<{ readonly userId: string; readonly existed: boolean }> {
      const { user, existed } = await inviteUser(dependencies, invitation, actor);
      return { userId: user.id, existed };
    },

    /** All users of an organization, by email. */
    async listUsers(organizationId: string): Promise<readonly User[]> {
      const all = (await readUsers(reader, organizationId)).map(({ user }) => user);
      return all.toSorted((one, other) => (one.email < other.email ? -1 : 1));
    },

    /** Disables a user, even the last active admin, and ends what the user granted. */
    disable: (of: UserEmail, grants: GrantChoices, actor: Actor): Promise<User | undefined> =>
      ofEachUser(of, ({ organizationId, id }) =>
        updateUser(
          dependencies,
          organizationId,
          id,
          { isDisabled: true },
          { actor, grants, mayEndLastAdmin: true },
        ),
      ),

    /** Enables a user. */
    enable: (of: UserEmail, actor: Actor): Promise<User | undefined> =>
      ofEachUser(of, ({ organizationId, id }) =>
        updateUser(dependencies, organizationId, id, { isDisabled: false }, { actor }),
      ),

    /** Removes a user, even the last active admin: see {@link removeUser}. */
    remove: (of: UserEmail, grants: GrantChoices, actor: Actor): Promise<User | undefined> =>
      ofEachUser(of, ({ organizationId, id }) =>
        removeUser(dependencies, organizationId, id, { actor, grants, mayEndLastAdmin: true }),
      ),
  };
};
