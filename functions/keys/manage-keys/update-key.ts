import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { updateKeyAndEndpoints } from '../../../shared/webhooks/endpoints/key-access.ts';
import { type AdminHandler, requireAdmin } from '../../http/admin-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { scopeOf } from '../key-scope.ts';
import { requireFutureExpiry, requirePlan } from './key-rules.ts';

/** Members may rename their keys; only admins change permissions, plan, expiry and bounds. */
export const createUpdateKey =
  (store: KeyStore): AdminHandler<typeof API_KEY_ROUTES.updateApiKey> =>
  async ({ principal, id, body }) => {
    const { permissions, plan, expiresAt, allowedAddresses, importSource } = body;
    if (permissions !== undefined) requireAdmin(principal, 'change the permissions of a key');
    if (allowedAddresses !== undefined) requireAdmin(principal, 'change where a key may be used');
    if (importSource !== undefined) requireAdmin(principal, 'change which source a key imports');
    if (expiresAt !== undefined) {
      requireAdmin(principal, 'change when a key expires');
      requireFutureExpiry(expiresAt, timestampOf(new Date()));
    }
    if (plan !== undefined) {
      requireAdmin(principal, 'change the usage plan of a key');
      requirePlan(plan, store.usagePlanIds);
    }
    const updated = await updateKeyAndEndpoints(store, scopeOf(principal), id, body, principal.actor);
    return { body: viewOf(requireFound(updated, 'API key'), timestampOf(new Date())) };
  };
