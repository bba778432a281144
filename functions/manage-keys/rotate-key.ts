import { viewOf } from '../../shared/api-keys/api-key.ts';
import type { ApiKeyManager } from '../../shared/api-keys/manage.ts';
import type { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { foundOr404 } from '../middleware/not-found.ts';
import { scopeOf } from './access.ts';

/** The new key has just what the old one has, so whoever may use a key may rotate it. */
export const createRotateKey =
  ({ keys }: { readonly keys: ApiKeyManager }): AdminHandler<typeof ADMIN_ROUTES.rotateApiKey> =>
  async ({ principal, id, body: { graceSeconds } }) => {
    const rotated = await keys.rotate(scopeOf(principal), id, graceSeconds, principal.actor);
    const { apiKey, token } = foundOr404(rotated, 'API key');
    return { status: 201, body: { ...viewOf(apiKey, timestampOf(new Date())), key: token } };
  };
