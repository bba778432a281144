import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOf } from '../../../shared/keys/api-key.ts';
import { findKeys } from '../../../shared/keys/find-keys.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { sortedPosition } from '../../../shared/table/paging/sorted-page.ts';
import { type AdminHandler, requireAdmin } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';

export const createListKeys =
  (store: KeyStore): AdminHandler<typeof API_KEY_ROUTES.listApiKeys> =>
  async (request) => {
    const { limit, cursor, search, state: states, sort: order, ownerId } = request.query;
    if (ownerId !== undefined && ownerId !== request.principal.actor.id) {
      requireAdmin(request.principal, 'list the keys of other users');
    }
    const scope = { ...scopeOf(request.principal), ...(ownerId !== undefined && { ownerId }) };
    const cursorScope = [
      ...['api-keys', scope.organizationId, scope.ownerId],
      ...[search, [...states].toSorted().join(), order],
    ];
    const position = positionOf(cursorScope, cursor, sortedPosition);
    const now = timestampOf(new Date());
    const page = await findKeys(store, scope, { search, states, order, limit, position }, now);
    const next = nextPage(cursorScope, page.next, request);
    const items = page.items.map((key) => viewOf(key, now));
    return { body: { totalCount: page.totalCount, items, ...next.body }, headers: next.headers };
  };
