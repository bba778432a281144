import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { isOwnEmail, type ProviderRules } from '../../federation/provider-rules.ts';
import { withThousandsSeparators } from '../../runtime/number-format.ts';
import { userKey } from '../../table/items/keys.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import type { Table } from '../../table/table.ts';
import { concurrentUpdate, OrganizationConflictError } from '../errors.ts';
import type { User } from './user.ts';
import type { Invitation, UserDirectory } from './user-directory.ts';
import { putUser, readUser, readUsers } from './user-repository.ts';

export interface UserDependencies extends Table {
  readonly users: UserDirectory;
  /** @default none */
  readonly identityProviders?: readonly ProviderRules[];
}

/** Per organization: the admin API reads all of them. A soft limit: concurrent invitations can exceed it by a few. */
const MAX_USERS = 1_000;

/** Attempts to store a user who is changed concurrently. */
const ATTEMPTS = 3;

const storeUser = async (
  { reader, writer }: UserDependencies,
  invited: Pick<User, 'id' | 'organizationId' | 'email' | 'role'>,
  { name }: Actor,
  at: string,
): Promise<User> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stored = await readUser(reader, invited.organizationId, invited.id);
    const user: User = {
      identityProvider: null,
      isDisabled: false,
      hasSignedIn: false,
      invitedAt: at,
      invitedBy: name,
      lastSignInAt: null,
      ...stored?.user,
      ...invited,
    };
    if (await writer.transact([putUser(user, stored?.version)])) return user;
  }
  throw concurrentUpdate('user');
};

/**
 * Removes stored users with the email of a user whom the pool has just created: they were removed from the pool, or
 * changed their email and are stored again at their next sign-in.
 */
const removePredecessors = async ({ reader, writer }: UserDependencies, user: User): Promise<void> => {
  for (const other of await readUsers(reader, user.organizationId)) {
    const isOther = other.user.email !== user.email || other.user.identityProvider !== null;
    if (other.user.id === user.id || isOther) continue;
    const Key = { ...userKey(user.organizationId, other.user.id) };
    await writer.transact([{ delete: { Key, ...unchangedSince(other.version) } }]);
  }
};

/** Writes the audit entry first; a failed invitation can be repeated. */
const send = async (
  dependencies: UserDependencies,
  invitation: Invitation,
  actor: Actor,
): Promise<{ readonly user: User; readonly existed: boolean }> => {
  const { organizationId, email, role } = invitation;
  const { users, writer } = dependencies;
  const at = timestampOf(new Date());
  await writer.transact([
    recordEntry({
      organizationId,
      at,
      actor,
      action: 'user.invited',
      targetId: organizationId,
      details: { email, role },
    }),
  ]);
  const { userId: id, existed } = await users.invite(invitation);
  const user = await storeUser(dependencies, { id, organizationId, email, role }, actor, at);
  if (!existed) await removePredecessors(dependencies, user);
  return { user, existed };
};

/**
 * Invites a user to an existing organization, or replaces the role of one of its users.
 *
 * @returns the user, and whether the user pool already had it. If so, no password was set and no message was sent.
 * @throws OrganizationConflictError if the address belongs to a user of another organization
 */
export const inviteUser = async (dependencies: UserDependencies, invitation: Invitation, actor: Actor) => {
  await dependencies.users.find(invitation);
  return send(dependencies, invitation, actor);
};

/** An admin must not get round the organization's identity provider; only an operator can invite such an address. */
const requirePassword = (
  { identityProviders = [] }: UserDependencies,
  { organizationId, email }: Pick<Invitation, 'organizationId' | 'email'>,
): void => {
  const rules = identityProviders.find(
    (each) => each.organizationId === organizationId && isOwnEmail(each, email),
  );
  if (rules === undefined) return;
  throw new OrganizationConflictError(
    `${email} signs in with ${rules.name} and needs no invitation. Add the user to a group with access there.`,
  );
};

/**
 * Invites a new user, to whom Cognito sends a temporary password.
 *
 * @throws OrganizationConflictError if the address belongs to a user or the organization's identity provider, or the
 *   organization has the maximum number of users
 */
export const inviteNewUser = async (
  dependencies: UserDependencies,
  invitation: Omit<Invitation, 'temporaryPassword'>,
  actor: Actor,
): Promise<User> => {
  const { organizationId, email } = invitation;
  requirePassword(dependencies, invitation);
  const [userId, known] = await Promise.all([
    dependencies.users.find(invitation),
    readUsers(dependencies.reader, organizationId),
  ]);
  // The pool knows the emails: a user who changed it is stored with the previous one until the next sign-in.
  if (known.some(({ user }) => user.id === userId)) {
    throw new OrganizationConflictError(
      `${email} is already a user of your organization. Change the role of that user, or resend the invitation.`,
    );
  }
  if (known.length >= MAX_USERS) {
    throw new OrganizationConflictError(
      `Your organization already has ${withThousandsSeparators(MAX_USERS)} users, the maximum. Contact the operator of this service.`,
    );
  }
  return (await send(dependencies, invitation, actor)).user;
};
