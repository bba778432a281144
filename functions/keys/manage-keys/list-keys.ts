import type { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { listKeys } from '../../../shared/keys/list-keys.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';

export const createListKeys =
  (store: KeyStore): AdminHandler<typeof ADMIN_ROUTES.listApiKeys> =>
  async (request) => {
    const scope = scopeOf(request.principal);
    const { limit, cursor } = request.query;
    const cursorScope = ['api-keys', scope.organizationId, scope.ownerId];
    const position = positionOf(cursorScope, cursor, collectionPosition());
    const page = await listKeys(store, scope, { limit, position });
    const next = nextPage(cursorScope, page.next, request);
    const now = timestampOf(new Date());
    return { body: { items: page.keys.map((key) => viewOf(key, now)), ...next.body }, headers: next.headers };
  };
