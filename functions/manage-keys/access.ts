import type { KeyScope } from '../../shared/api-keys/key-store.ts';
import type { AdminPrincipal } from '../middleware/admin-principal.ts';

/** Admins see and manage all keys of their organization, members their own. */
export const scopeOf = ({ organizationId, actor, role }: AdminPrincipal): KeyScope =>
  role === 'admin' ? { organizationId } : { organizationId, ownerId: actor.id };
