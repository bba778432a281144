import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import type { Table } from '../../table/table.ts';
import { OrganizationConflictError } from '../errors.ts';
import { isOwnEmail, listProviderRules } from '../federation/provider-rules.ts';
import type { EndGrants } from './grants.ts';
import { isDisabledEverywhere, readMemberships, singleMembership } from './memberships.ts';
import { storeInvitedUser } from './store-invited-user.ts';
import type { User } from './user.ts';
import type { Invitation, PoolUser, UserDirectory } from './user-directory.ts';
import { readUser, readUsers } from './user-repository.ts';

export interface UserDependencies extends Table {
  readonly users: UserDirectory;
  readonly endGrants: EndGrants;
}

/**
 * The maximum per organization, because the admin API reads all of them. A soft limit: concurrent invitations
 * can exceed it by a few.
 */
const MAX_USERS = 1_000;

/** Bounds the reads of a sign-in. Refusing more says that the user has other organizations. */
const MAX_ORGANIZATIONS = 50;

/**
 * Lets a user who joins another organization sign in again if all others have disabled the user. Precedes the
 * membership, so that repeating a failed invitation completes it: without one, a sign-in gives no access.
 */
const prepare = async (
  { reader, users }: UserDependencies,
  { id, organizationId: poolOrganizationId }: PoolUser,
  { organizationId, email }: Invitation,
): Promise<void> => {
  const [stored, several] = await Promise.all([
    readUser(reader, organizationId, id),
    readMemberships(reader, id),
  ]);
  if (stored !== undefined) return;
  const memberships = several?.memberships ?? singleMembership(id, poolOrganizationId);
  if (memberships.organizationIds.length >= MAX_ORGANIZATIONS) {
    throw new OrganizationConflictError(
      `${email} cannot be invited to another organization. Contact the operator of this service.`,
    );
  }
  if (await isDisabledEverywhere(reader, memberships)) await users.enable(id);
};

/** Writes the audit entry first; a failed invitation can be repeated, or resent if the user is stored. */
const send = async (
  dependencies: UserDependencies,
  invitation: Invitation,
  actor: Actor,
): Promise<{ readonly user: User; readonly existed: boolean }> => {
  const { organizationId, email, role, temporaryPassword } = invitation;
  const { users, writer } = dependencies;
  const at = timestampOf(new Date());
  await writer.transact([
    recordEntry('user.invited', { organizationId, at, actor, targetId: organizationId }, { email, role }),
  ]);
  const { existed, mailError, ...poolUser } = await users.invite(invitation);
  if (existed) await prepare(dependencies, poolUser, invitation);
  const invited = { organizationId, email, role, invitedAt: at, invitedBy: actor.name };
  const user = await storeInvitedUser(dependencies, poolUser, invited);
  if (mailError !== undefined) throw mailError;
  if (existed && poolUser.organizationId === organizationId) {
    if (role !== 'admin') {
      const choices = { apps: 'revoke', keys: 'transfer' } as const;
      await dependencies.endGrants({ user, loss: 'admin', actor, newOwnerId: null, ...choices });
    }
    await users.setRole(user.id, role);
    // An earlier invitation may have failed; a user who has signed in gets no message.
    if (temporaryPassword === undefined) await users.resend(email);
  }
  return { user, existed };
};

/**
 * Invites a user to an existing organization, or replaces the role of one of its users. A user of another
 * organization joins with the password that the user has.
 *
 * @returns the user, and whether the user pool already had it. If so, only a user of the organization who has
 * never signed in gets a message, without `temporaryPassword`.
 */
export const inviteUser = (
  dependencies: UserDependencies,
  invitation: Invitation,
  actor: Actor,
): ReturnType<typeof send> => send(dependencies, invitation, actor);

/**
 * An admin must not get round the organization's identity provider; only an operator can invite such an
 * address.
 */
const requirePassword = async (
  { reader }: UserDependencies,
  { organizationId, email }: Pick<Invitation, 'organizationId' | 'email'>,
): Promise<void> => {
  const rules = (await listProviderRules(reader)).find(
    (each) => each.isOn && each.organizationId === organizationId && isOwnEmail(each, email),
  );
  if (rules === undefined) return;
  throw new OrganizationConflictError(
    `${email} signs in with ${rules.name} and needs no invitation. ` +
      'Add the user to a group with access there.',
  );
};

/**
 * Invites a new user, to whom Cognito sends a temporary password unless the user has a password from another
 * organization. The result does not tell which.
 *
 * @throws OrganizationConflictError if the address belongs to a user or the identity provider of the
 *   organization, or the organization has the maximum number of users
 */
export const inviteNewUser = async (
  dependencies: UserDependencies,
  invitation: Omit<Invitation, 'temporaryPassword'>,
  actor: Actor,
): Promise<User> => {
  const { organizationId, email } = invitation;
  await requirePassword(dependencies, invitation);
  const [poolUser, known] = await Promise.all([
    dependencies.users.find(email),
    readUsers(dependencies.reader, organizationId),
  ]);
  // The pool knows the emails: a user who changed it is stored with the previous one until the next sign-in.
  if (known.some(({ user }) => user.id === poolUser?.id)) {
    throw new OrganizationConflictError(
      `${email} is already a user of your organization. Change the role of that user, or resend the ` +
        'invitation.',
    );
  }
  if (known.length >= MAX_USERS) {
    throw new OrganizationConflictError(
      `Your organization already has ${withThousandsSeparators(MAX_USERS)} users, the maximum. ` +
        'Contact the operator of this service.',
    );
  }
  return (await send(dependencies, invitation, actor)).user;
};
