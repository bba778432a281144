import type { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { readUsage, type UsageStore } from '../../../shared/keys/usage.ts';
import { MILLISECONDS_PER_DAY } from '../../../shared/runtime/durations.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';

/** The UTC day of a time, as `2026-01-31`. */
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Daily requests per key, up to and including today. */
export const createGetUsage =
  (store: UsageStore, now: () => number): AdminHandler<typeof ADMIN_ROUTES.getUsage> =>
  async (request) => {
    const scope = scopeOf(request.principal);
    const { keyId, days, limit, cursor } = request.query;
    const cursorScope = ['usage', scope.organizationId, scope.ownerId, keyId];
    const today = now();
    const [from, to] = [dayOf(today - (days - 1) * MILLISECONDS_PER_DAY), dayOf(today)];
    const position = positionOf(cursorScope, cursor, collectionPosition());
    const page = await readUsage(store, scope, { keyId, from, to, limit, position });
    const next = nextPage(cursorScope, page.next, request);
    const items = page.usage.map(({ apiKey: { id, name, plan }, days: usage }) => ({
      keyId: id,
      name,
      plan,
      days: usage,
    }));
    return { body: { from, to, items, ...next.body }, headers: next.headers };
  };
