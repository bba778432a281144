import type { KeyStore } from '../../shared/api-keys/key-store.ts';
import { countActiveKeys } from '../../shared/api-keys/list-keys.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import type { AdminPrincipal } from '../middleware/admin-principal.ts';
import { scopeOf } from './access.ts';

/**
 * Active keys per member, those in a grace period included. An AWS account holds 10,000 gateway keys, and
 * members create keys without approval. Concurrent requests may exceed the limit by a few.
 */
const MAX_ACTIVE_KEYS_OF_MEMBER = 25;

/**
 * Throws `conflict` if another active key would exceed the limit of a member.
 *
 * @param advice what to do then
 */
export const requireRoom = async (
  store: KeyStore,
  principal: AdminPrincipal,
  now: string,
  advice: string,
): Promise<void> => {
  if (principal.role === 'admin') return;
  const active = await countActiveKeys(store, scopeOf(principal), now, MAX_ACTIVE_KEYS_OF_MEMBER);
  if (active < MAX_ACTIVE_KEYS_OF_MEMBER) return;
  throw new ProblemError(
    'conflict',
    `You already have ${MAX_ACTIVE_KEYS_OF_MEMBER} active keys, the maximum. ${advice}`,
  );
};
