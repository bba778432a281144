import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { OrganizationConflictError } from '../errors.ts';
import type { UserDependencies } from './invite-user.ts';
import { readMemberships } from './memberships.ts';
import { statusOf, type User } from './user.ts';
import { readUser } from './user-repository.ts';

/** Why no invitation can be sent to a user. */
const REASONS = {
  active:
    'The user has already signed in and needs no invitation. A forgotten password is reset on the ' +
    'sign-in page.',
  disabled: 'The user is disabled. Enable the user first.',
} as const;

/**
 * Sends a new temporary password to a user who has not signed in yet. The previous one becomes invalid. A
 * user who has signed in to another organization gets none, without telling.
 *
 * @returns the user, or `undefined` if the organization has none with this id
 * @throws OrganizationConflictError if the user has signed in, is disabled or belongs to an identity provider
 */
export const resendInvitation = async (
  { reader, writer, users }: UserDependencies,
  organizationId: string,
  id: string,
  actor: Actor,
): Promise<User | undefined> => {
  const stored = await readUser(reader, organizationId, id);
  if (stored === undefined) return undefined;
  const { user } = stored;
  if (user.identityProvider !== null) {
    throw new OrganizationConflictError(
      `The user signs in with ${user.identityProvider.name} and needs no invitation.`,
    );
  }
  const status = statusOf(user);
  if (status !== 'invited') throw new OrganizationConflictError(REASONS[status]);
  // First, as in `invite-user.ts`: no message is sent without an entry.
  await writer.transact([
    recordEntry('user.invitation_resent', { organizationId, actor, targetId: id }, { email: user.email }),
  ]);
  const isSent = await users.resend(user.email);
  // An organization must not learn that the user has signed in to another.
  if (!isSent && (await readMemberships(reader, id)) === undefined) {
    throw new OrganizationConflictError(REASONS.active);
  }
  return user;
};
