import { recordEntry } from '../../audit-log/audit-entry.ts';
import { concurrentUpdate, OrganizationConflictError } from '../errors.ts';
import type { UserDependencies } from './invite-user.ts';
import { membershipRemoval } from './membership-removal.ts';
import { readMemberships } from './memberships.ts';
import { type UpdateUserOptions, updateUser } from './update-user.ts';
import type { User } from './user.ts';
import { readUser } from './user-repository.ts';

/** A user whom an operator deleted from the user pool, or an interrupted removal, can be removed. */
const ignoreMissingPoolUser = (error: unknown): void => {
  if (!(error instanceof Error && error.name === 'UserNotFoundException')) throw error;
};

/**
 * Removes a user from an organization, which also withdraws an invitation. First disables the user, which
 * ends what the user had granted, so that an interrupted removal leaves no access and can be repeated. A user
 * of no other organization is deleted from the user pool.
 *
 * @returns the user as it was, or `undefined` if the organization has none with this id
 * @throws OrganizationConflictError if the user is the actor or the last active admin, an identity provider
 *   signs the user in, or the user was modified concurrently
 */
export const removeUser = async (
  dependencies: UserDependencies,
  organizationId: string,
  id: string,
  options: UpdateUserOptions,
): Promise<User | undefined> => {
  const { reader, writer, users } = dependencies;
  const before = await readUser(reader, organizationId, id);
  if (before === undefined) return undefined;
  const { email, identityProvider } = before.user;
  if (identityProvider !== null) {
    throw new OrganizationConflictError(
      `${identityProvider.name} decides who signs in, so ${email} would return. Disable the user instead.`,
    );
  }
  await updateUser(dependencies, organizationId, id, { isDisabled: true }, options).catch(
    ignoreMissingPoolUser,
  );
  const stored = await readUser(reader, organizationId, id);
  if (stored === undefined) return before.user;
  if (!stored.user.isDisabled) throw concurrentUpdate('user');
  const several = await readMemberships(reader, id);
  const others = several?.memberships.organizationIds.filter((each) => each !== organizationId) ?? [];
  if (others.length === 0) await users.remove(id);
  const subject = { organizationId, actor: options.actor, targetId: id };
  const details = { email, ...(!before.user.hasSignedIn && { wasInvited: true }) };
  const isWritten = await writer.transact([
    ...(await membershipRemoval(reader, stored)),
    recordEntry('user.removed', subject, details),
  ]);
  if (!isWritten) throw concurrentUpdate('user');
  return before.user;
};
