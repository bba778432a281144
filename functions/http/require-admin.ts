import { ProblemError } from '../../shared/contract/problems.ts';
import type { AdminPrincipal } from './admin-principal.ts';

/**
 * Throws `forbidden` unless the caller is an admin.
 *
 * @param what completes "Only an admin of your organization can …"
 */
export const requireAdmin = ({ role }: AdminPrincipal, what: string): void => {
  if (role !== 'admin')
    throw new ProblemError('forbidden', `Only an admin of your organization can ${what}.`);
};
