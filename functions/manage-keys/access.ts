import type { KeyScope } from '../../shared/api-keys/key-store.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import type { AdminPrincipal } from '../middleware/admin-principal.ts';

/** Admins see and manage all keys of their organization, members their own. */
export const scopeOf = ({ organizationId, actor, role }: AdminPrincipal): KeyScope =>
  role === 'admin' ? { organizationId } : { organizationId, ownerId: actor.id };

/**
 * Throws `forbidden` unless the caller is an admin.
 *
 * @param what completes "Only an admin of your organization can …"
 */
export const requireAdmin = ({ role }: AdminPrincipal, what: string): void => {
  if (role !== 'admin')
    throw new ProblemError('forbidden', `Only an admin of your organization can ${what}.`);
};
