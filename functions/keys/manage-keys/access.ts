import { invalidRequest } from '../../../shared/contract/problems.ts';
import type { KeyScope } from '../../../shared/keys/key-store.ts';
import type { AdminPrincipal } from '../../http/admin-principal.ts';

/** Admins see and manage all keys of their organization, members only their own. */
export const scopeOf = ({ organizationId, actor, role }: AdminPrincipal): KeyScope =>
  role === 'admin' ? { organizationId } : { organizationId, ownerId: actor.id };

/** Throws `invalid-request` for an unknown usage plan. */
export const requirePlan = (plan: string, usagePlanIds: Readonly<Record<string, string>>): void => {
  const plans = Object.keys(usagePlanIds);
  if (plans.includes(plan)) return;
  throw invalidRequest([{ parameter: 'plan', detail: `must be one of: ${plans.join(', ')}` }]);
};
