import { viewOf } from '../../shared/api-keys/api-key.ts';
import type { ApiKeyManager } from '../../shared/api-keys/manage.ts';
import type { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';
import { scopeOf } from './access.ts';

/** A revoked key stays listed, so it is what is returned. */
export const createRevokeKey =
  ({ keys }: { readonly keys: ApiKeyManager }): AdminHandler<typeof ADMIN_ROUTES.revokeApiKey> =>
  async ({ principal, id }) => {
    const key = foundOr404(await keys.revoke(scopeOf(principal), id, principal.actor), 'API key');
    return { body: viewOf(key, timestampOf(new Date())) };
  };
