import { requireOwner } from '../../../shared/agents/owner-access.ts';
import { DEFAULT_PLAN } from '../../../shared/contract/keys/api-key-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { type AdminHandler, requireAdmin } from '../../http/admin-api.ts';
import { requireFutureExpiry, requirePlan } from './key-rules.ts';

/** The caller owns the new key. Without permissions it has no access until an admin grants some. */
export const createCreateKey =
  (store: KeyStore): AdminHandler<typeof API_KEY_ROUTES.createApiKey> =>
  async ({ principal, body }) => {
    const { name, permissions, plan = DEFAULT_PLAN, expiresAt, allowedAddresses, importSource } = body;
    if (permissions.length > 0) requireAdmin(principal, 'grant permissions to a key');
    if (plan !== DEFAULT_PLAN) requireAdmin(principal, `choose a usage plan other than ${DEFAULT_PLAN}`);
    requirePlan(plan, store.usagePlanIds);
    const now = timestampOf(new Date());
    requireFutureExpiry(expiresAt, now);
    const { organizationId, actor, role } = principal;
    const newKey = {
      ...{ organizationId, name, permissions, plan, expiresAt, allowedAddresses, importSource },
      ownerId: actor.id,
    };
    const options = { isLimited: role === 'member', requireOwner };
    const { apiKey, token } = await createKey(store, newKey, actor, options);
    return { status: 201, body: { ...viewOf(apiKey, now), key: token } };
  };
