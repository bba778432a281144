import { viewOf } from '../../shared/api-keys/api-key.ts';
import type { ApiKeyManager } from '../../shared/api-keys/manage.ts';
import type { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';
import { requireAdmin } from '../middleware/require-admin.ts';
import { scopeOf } from './access.ts';
import { requirePlan } from './plans.ts';

export interface UpdateKeyDependencies {
  readonly keys: ApiKeyManager;
  /** Names of the usage plans there are. */
  readonly plans: readonly string[];
}

/** Members may rename their keys; what a key may do, and how often, is for an admin to say. */
export const createUpdateKey =
  ({ keys, plans }: UpdateKeyDependencies): AdminHandler<typeof ADMIN_ROUTES.updateApiKey> =>
  async ({ principal, id, body }) => {
    const { permissions, plan } = body;
    if (permissions !== undefined) requireAdmin(principal, 'change the permissions of a key');
    if (plan !== undefined) {
      requireAdmin(principal, 'change the usage plan of a key');
      requirePlan(plan, plans);
    }
    const key = foundOr404(await keys.update(scopeOf(principal), id, body, principal.actor), 'API key');
    return { body: viewOf(key, timestampOf(new Date())) };
  };
