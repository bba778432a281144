import { stateOf, viewOf } from '../../shared/api-keys/api-key.ts';
import { createKey } from '../../shared/api-keys/create-key.ts';
import type { KeyStore } from '../../shared/api-keys/key-store.ts';
import { listKeys } from '../../shared/api-keys/list-keys.ts';
import type { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { DEFAULT_PLAN } from '../../shared/contract/api-key-limits.ts';
import { invalidRequest, ProblemError } from '../../shared/contract/problems.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import type { AdminPrincipal } from '../middleware/admin-principal.ts';
import { requireAdmin } from '../middleware/require-admin.ts';
import { requirePlan, scopeOf } from './access.ts';

/**
 * Active keys per member. An AWS account holds 10,000 gateway keys, and members create keys without approval.
 * Concurrent requests may exceed the limit by a few.
 */
const MAX_ACTIVE_KEYS_OF_MEMBER = 25;
/** How many of a member's newest keys are counted. */
const COUNTED_KEYS = 200;

const requireRoom = async (store: KeyStore, principal: AdminPrincipal, now: string): Promise<void> => {
  if (principal.role === 'admin') return;
  const page = await listKeys(store, scopeOf(principal), { limit: COUNTED_KEYS });
  const active = page.keys.filter((key) => stateOf(key, now) === 'active').length;
  if (active < MAX_ACTIVE_KEYS_OF_MEMBER) return;
  throw new ProblemError(
    'conflict',
    `You already have ${MAX_ACTIVE_KEYS_OF_MEMBER} active keys, the maximum. Revoke one first.`,
  );
};

/** The caller owns the new key. Without permissions it has no access until an admin grants some. */
export const createCreateKey =
  (store: KeyStore): AdminHandler<typeof ADMIN_ROUTES.createApiKey> =>
  async ({ principal, body }) => {
    const { name, permissions, plan = DEFAULT_PLAN, expiresAt } = body;
    if (permissions.length > 0) requireAdmin(principal, 'grant permissions to a key');
    if (plan !== DEFAULT_PLAN) requireAdmin(principal, `choose a usage plan other than ${DEFAULT_PLAN}`);
    requirePlan(plan, store.usagePlanIds);
    const now = timestampOf(new Date());
    if (expiresAt !== null && expiresAt <= now) {
      throw invalidRequest([{ parameter: 'expiresAt', detail: 'must be in the future' }]);
    }
    await requireRoom(store, principal, now);
    const { organizationId, actor } = principal;
    const newKey = { organizationId, name, permissions, plan, ownerId: actor.id, expiresAt };
    const { apiKey, token } = await createKey(store, newKey, actor);
    return { status: 201, body: { ...viewOf(apiKey, now), key: token } };
  };
