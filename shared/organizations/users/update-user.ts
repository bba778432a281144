import { isDeepStrictEqual } from 'node:util';
import { type Actor, type AuditEntry, recordEntry } from '../../audit-log/audit-entry.ts';
import type { TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { concurrentUpdate, OrganizationConflictError } from '../errors.ts';
import type { GrantChoices, Loss } from './grants.ts';
import type { UserDependencies } from './invite-user.ts';
import { isDisabledEverywhere, readMemberships, singleMembership } from './memberships.ts';
import type { User } from './user.ts';
import { putUser, readUser, readUsers, type StoredUser } from './user-repository.ts';

/** New values; absent ones stay unchanged. */
export type UserChanges = Partial<Pick<User, 'role' | 'isDisabled'>>;

const isActiveAdmin = ({ role, isDisabled, hasSignedIn }: User): boolean =>
  role === 'admin' && !isDisabled && hasSignedIn;

const entriesOf = (before: User, after: User, actor: Actor): readonly WriteOperation[] => {
  const entry = (action: AuditEntry['action'], details: AuditEntry['details']): WriteOperation =>
    recordEntry(
      action,
      { organizationId: after.organizationId, actor, targetId: after.id },
      { email: after.email, ...details },
    );
  return [
    ...(before.role === after.role
      ? []
      : [entry('user.updated', { before: { role: before.role }, after: { role: after.role } })]),
    ...(before.isDisabled === after.isDisabled
      ? []
      : [entry(after.isDisabled ? 'user.disabled' : 'user.enabled', {})]),
  ];
};

/**
 * Another active admin, who has to stay one while this change is written: two admins who demote each other at
 * the same time would leave none.
 */
const requireOtherAdmin = (all: readonly StoredUser[], id: string): WriteOperation => {
  const other = all.find(({ user }) => user.id !== id && isActiveAdmin(user));
  if (other !== undefined) return putUser(other.user, other.version);
  throw new OrganizationConflictError(
    'This is the last active admin of your organization. First make another user an admin, and have ' +
      'them sign in once.',
  );
};

export interface UpdateUserOptions {
  readonly actor: Actor;
  /**
   * Whether the last active admin may be disabled or lose the role: only an operator can then make another.
   */
  readonly mayEndLastAdmin?: boolean;
  /** @default apps are revoked, and keys transferred */
  readonly grants?: GrantChoices;
}

const DEFAULT_CHOICES: GrantChoices = { apps: 'revoke', keys: 'transfer' };

const lossOf = ({ isDisabled, role }: UserChanges): Loss | undefined => {
  if (isDisabled === true) return 'access';
  return role === undefined || role === 'admin' ? undefined : 'admin';
};

/** Attempts to bring the user pool to what is stored while that changes. */
const ATTEMPTS = 3;

/** What the user pool should have. */
const readTarget = async (reader: TableReader, { organizationId, id, identityProvider }: User) => {
  const [stored, several] = await Promise.all([
    readUser(reader, organizationId, id),
    readMemberships(reader, id),
  ]);
  if (stored === undefined) return undefined;
  const { role, isDisabled } = stored.user;
  const memberships = several?.memberships ?? singleMembership(id, organizationId);
  const decidesRole = identityProvider === null && memberships.poolOrganizationId === organizationId;
  return {
    role: decidesRole ? role : undefined,
    isDisabled,
    isDisabledEverywhere: isDisabled && (await isDisabledEverywhere(reader, memberships)),
  };
};

/** Makes the user pool agree with what is stored. Idempotent. */
const applyToPool = async ({ reader, users }: UserDependencies, user: User): Promise<void> => {
  const username = user.identityProvider?.username ?? user.id;
  let target = await readTarget(reader, user);
  for (let attempt = 1; target !== undefined && attempt <= ATTEMPTS; attempt++) {
    if (target.role !== undefined) await users.setRole(username, target.role);
    if (target.isDisabledEverywhere) await users.disable(username);
    else if (!target.isDisabled) await users.enable(username);
    const after = await readTarget(reader, user);
    if (isDeepStrictEqual(after, target)) return;
    target = after;
  }
};

/**
 * Changes the role of a user, or disables or enables the user, in one organization: the user pool refuses the
 * sign-ins of a user who is disabled in all. Writes the change before it ends what the user had granted and
 * the user pool follows, so repeating a call that failed in between completes it.
 *
 * @returns the changed user, or `undefined` if the organization has none with this id
 * @throws OrganizationConflictError if the user is the actor or the last active admin, an identity provider
 *   decides the role, or the user was modified concurrently
 */
export const updateUser = async (
  dependencies: UserDependencies,
  organizationId: string,
  id: string,
  changes: UserChanges,
  { actor, mayEndLastAdmin = false, grants = DEFAULT_CHOICES }: UpdateUserOptions,
): Promise<User | undefined> => {
  const all = await readUsers(dependencies.reader, organizationId);
  const stored = all.find(({ user }) => user.id === id);
  if (stored === undefined) return undefined;
  if (id === actor.id) {
    throw new OrganizationConflictError(
      'You cannot change your own role or disable yourself. Ask another admin of your organization.',
    );
  }
  const { user: before, version } = stored;
  if (before.identityProvider !== null && (changes.role ?? before.role) !== before.role) {
    const { name } = before.identityProvider;
    throw new OrganizationConflictError(
      `${name} decides the role of ${before.email}. Change the user’s groups there; ` +
        'the role follows with the next sign-in.',
    );
  }
  const after = {
    ...before,
    role: changes.role ?? before.role,
    isDisabled: changes.isDisabled ?? before.isDisabled,
  };
  const entries = entriesOf(before, after, actor);
  if (entries.length > 0) {
    const needsOther = isActiveAdmin(before) && !isActiveAdmin(after) && !mayEndLastAdmin;
    const isWritten = await dependencies.writer.transact([
      putUser(after, version),
      ...(needsOther ? [requireOtherAdmin(all, id)] : []),
      ...entries,
    ]);
    if (!isWritten) throw concurrentUpdate('user');
  }
  // After the change: from then on, nothing new can be granted.
  const loss = lossOf(changes);
  if (loss !== undefined) {
    const newOwnerId = all.some(({ user }) => user.id === actor.id) ? actor.id : null;
    await dependencies.endGrants({ user: after, loss, actor, newOwnerId, ...grants });
  }
  await applyToPool(dependencies, after);
  return after;
};
