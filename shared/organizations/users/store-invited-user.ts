import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Table } from '../../table/table.ts';
import { membershipRemoval } from './membership-removal.ts';
import { putMemberships, readMemberships, singleMembership } from './memberships.ts';
import type { User } from './user.ts';
import type { PoolUser } from './user-directory.ts';
import { putUser, readUser, readUsers } from './user-repository.ts';

/** What an invitation says of a user. */
export interface Invited {
  /** The organization that invites. */
  readonly organizationId: string;
  readonly email: string;
  readonly role: User['role'];
  readonly invitedAt: string;
  readonly invitedBy: string;
}

/**
 * Stores a user of the pool in an organization, together with the membership if it is not the user's only
 * one.
 */
const put = async (
  { reader, writer }: Table,
  poolUser: PoolUser,
  { organizationId, email, role, invitedAt, invitedBy }: Invited,
): Promise<{ readonly user: User; readonly isNew: boolean }> =>
  retryLostRaces(async () => {
    const { id } = poolUser;
    const [stored, several] = await Promise.all([
      readUser(reader, organizationId, id),
      readMemberships(reader, id),
    ]);
    const user: User = {
      identityProvider: null,
      isDisabled: false,
      hasSignedIn: false,
      invitedAt,
      invitedBy,
      lastSignInAt: null,
      ...stored?.user,
      id,
      organizationId,
      email,
      role,
    };
    const before = several?.memberships ?? singleMembership(id, poolUser.organizationId);
    const organizationIds = [...new Set([...before.organizationIds, organizationId])];
    const joins = organizationIds.length > before.organizationIds.length;
    const isWritten = await writer.transact([
      putUser(user, stored?.version),
      ...(joins ? [putMemberships({ ...before, organizationIds }, several?.version)] : []),
    ]);
    return isWritten ? { user, isNew: stored === undefined } : LOST;
  });

/**
 * Removes stored users with the email of a user who is new here: they were removed from the pool, or changed
 * their email and, with a single organization, are stored again at their next sign-in.
 */
const removePredecessors = async (table: Table, user: User): Promise<void> => {
  for (const other of await readUsers(table.reader, user.organizationId)) {
    const { id, email, identityProvider } = other.user;
    if (id !== user.id && email === user.email && identityProvider === null) {
      await table.writer.transact(await membershipRemoval(table.reader, other));
    }
  }
};

/**
 * Stores an invited user in the organization, or replaces the role of one who is stored already.
 *
 * @throws TableUnavailableError if concurrent updates keep changing the user
 */
export const storeInvitedUser = async (table: Table, poolUser: PoolUser, invited: Invited): Promise<User> => {
  const { user, isNew } = await put(table, poolUser, invited);
  if (isNew) await removePredecessors(table, user);
  return user;
};
