import type { KeyScope } from '../../shared/keys/key-store.ts';
import type { UserPrincipal } from '../http/user-principal.ts';

/** Admins see and manage all keys of their organization, members only their own. */
export const scopeOf = ({ organizationId, actor, role }: UserPrincipal): KeyScope =>
  role === 'admin' ? { organizationId } : { organizationId, ownerId: actor.id };
