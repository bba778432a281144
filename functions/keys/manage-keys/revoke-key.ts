import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { RemoveObjects } from '../../../shared/exports/delete-export.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { revokeKeyAndEndpoints } from '../../../shared/webhooks/endpoints/key-access.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { scopeOf } from '../key-scope.ts';

/** Names the keys that still give access, because they were rotated to the revoked one. */
export const createRevokeKey =
  (store: KeyStore, removeObjects: RemoveObjects): AdminHandler<typeof API_KEY_ROUTES.revokeApiKey> =>
  async ({ principal, id, query: { withPredecessors = false, withExports = false } }) => {
    const { actor, organizationId } = principal;
    const options = { actor, withPredecessors };
    const revoked = await revokeKeyAndEndpoints(store, scopeOf(principal), id, options);
    const { apiKey, activePredecessors } = requireFound(revoked, 'API key');
    if (withExports) {
      // Rare, and the function starts for all operations on keys.
      const { deleteExportsOfKey } = await import('../../../shared/exports/delete-export.ts');
      await deleteExportsOfKey(store, removeObjects, { organizationId, keyId: id }, actor);
    }
    const now = timestampOf(new Date());
    return {
      body: {
        ...viewOf(apiKey, now),
        activePredecessors: activePredecessors.map((each) => viewOf(each, now)),
      },
    };
  };
