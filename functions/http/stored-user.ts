import { ProblemError } from '../../shared/contract/problems.ts';
import { readUser } from '../../shared/organizations/users/user-repository.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { AdminPrincipal } from './admin-principal.ts';

/**
 * The caller with the role that is stored now, if that allows less: ID tokens stay valid for minutes after a
 * user was disabled or is no longer an admin. The role of an identity provider's later sign-in is not stored
 * yet. 1 read unit per request.
 *
 * @throws ProblemError `forbidden` for a disabled user
 */
export const restrictToStoredUser = async (
  reader: TableReader,
  principal: AdminPrincipal,
): Promise<AdminPrincipal> => {
  const stored = await readUser(reader, principal.organizationId, principal.actor.id);
  // The first request of an identity provider's user.
  if (stored === undefined) return principal;
  const { isDisabled, role, lastSignInAt } = stored.user;
  if (isDisabled) {
    throw new ProblemError('forbidden', 'Your account is disabled. Contact an admin of your organization.');
  }
  const { identityProvider, signedInAt = '' } = principal;
  if (identityProvider !== undefined && signedInAt > (lastSignInAt ?? '')) return principal;
  return role === 'member' ? { ...principal, role } : principal;
};
