import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireFound } from '../../http/not-found.ts';
import { scopeOf } from '../key-scope.ts';

/** The new key has exactly the access and the limits of the old one, so no admin is needed to rotate it. */
export const createRotateKey =
  (store: KeyStore): AdminHandler<typeof API_KEY_ROUTES.rotateApiKey> =>
  async ({ principal, id, body: { graceSeconds } }) => {
    const { actor, role } = principal;
    const options = { isLimited: role === 'member' };
    const rotated = await rotateKey(store, scopeOf(principal), id, graceSeconds, actor, options);
    const { apiKey, token } = requireFound(rotated, 'API key');
    return { status: 201, body: { ...viewOf(apiKey, timestampOf(new Date())), key: token } };
  };
