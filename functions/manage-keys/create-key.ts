import { stateOf, viewOf } from '../../shared/api-keys/api-key.ts';
import type { ApiKeyManager } from '../../shared/api-keys/manage.ts';
import type { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { DEFAULT_PLAN } from '../../shared/contract/api-key-limits.ts';
import { invalidRequest, ProblemError } from '../../shared/contract/problems.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import type { AdminPrincipal } from '../middleware/admin-principal.ts';
import { requireAdmin } from '../middleware/require-admin.ts';
import { scopeOf } from './access.ts';
import { requirePlan } from './plans.ts';

/**
 * Keys that work which a member may have at a time. An account has room for 10,000, and a member needs nobody's
 * leave to make one. Keys made at the same moment may exceed it by a few.
 */
const MAX_ACTIVE_KEYS_OF_MEMBER = 25;
/** Of the newest keys of a member, this many are looked at. */
const LOOKED_AT = 200;

export interface CreateKeyDependencies {
  readonly keys: ApiKeyManager;
  /** Names of the usage plans there are. */
  readonly plans: readonly string[];
}

const requireRoom = async (keys: ApiKeyManager, principal: AdminPrincipal, now: string): Promise<void> => {
  if (principal.role === 'admin') return;
  const page = await keys.list(scopeOf(principal), { limit: LOOKED_AT });
  const active = page.keys.filter((key) => stateOf(key, now) === 'active').length;
  if (active < MAX_ACTIVE_KEYS_OF_MEMBER) return;
  throw new ProblemError(
    'conflict',
    `You already have ${MAX_ACTIVE_KEYS_OF_MEMBER} active keys, the maximum. Revoke one first.`,
  );
};

/** The key belongs to whoever makes it. Without permissions it is let in nowhere, until an admin grants some. */
export const createCreateKey =
  ({ keys, plans }: CreateKeyDependencies): AdminHandler<typeof ADMIN_ROUTES.createApiKey> =>
  async ({ principal, body }) => {
    const { name, permissions, plan = DEFAULT_PLAN, expiresAt } = body;
    if (permissions.length > 0) requireAdmin(principal, 'grant permissions to a key');
    if (plan !== DEFAULT_PLAN) requireAdmin(principal, `choose a usage plan other than ${DEFAULT_PLAN}`);
    requirePlan(plan, plans);
    const now = timestampOf(new Date());
    if (expiresAt !== null && expiresAt <= now) {
      throw invalidRequest([{ parameter: 'expiresAt', detail: 'must be in the future' }]);
    }
    await requireRoom(keys, principal, now);
    const { organizationId, actor } = principal;
    const newKey = { organizationId, name, permissions, plan, ownerId: actor.id, expiresAt };
    const { apiKey, token } = await keys.create(newKey, actor);
    return { status: 201, body: { ...viewOf(apiKey, now), key: token } };
  };
