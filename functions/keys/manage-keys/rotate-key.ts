import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { type AdminHandler, requireAdmin } from '../../http/admin-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { scopeOf } from '../key-scope.ts';
import { requireFutureExpiry } from './key-rules.ts';

/**
 * The new key has exactly the access and the limits of the old one, so no admin is needed to rotate it,
 * unless
 * it expires at another time.
 */
export const createRotateKey =
  (store: KeyStore): AdminHandler<typeof API_KEY_ROUTES.rotateApiKey> =>
  async ({ principal, id, body: { graceSeconds, expiresAt } }) => {
    const { actor, role } = principal;
    if (expiresAt !== undefined) {
      requireAdmin(principal, 'change when a key expires');
      requireFutureExpiry(expiresAt, timestampOf(new Date()));
    }
    const options = { isLimited: role === 'member', expiresAt };
    const rotated = await rotateKey(store, scopeOf(principal), id, graceSeconds, actor, options);
    const { apiKey, token } = requireFound(rotated, 'API key');
    return { status: 201, body: { ...viewOf(apiKey, timestampOf(new Date())), key: token } };
  };
