import type { ApiKeyManager } from '../../shared/api-keys/manage.ts';
import type { ADMIN_ROUTES } from '../../shared/contract/admin-routes.ts';
import { collectionPosition } from '../../shared/table/positions.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { nextPage, positionOf } from '../middleware/next-page.ts';
import { scopeOf } from './access.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The day (UTC) that a time is in, as `2026-01-31`. */
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export interface GetUsageDependencies {
  readonly keys: Pick<ApiKeyManager, 'usage'>;
  readonly now: () => number;
}

/** Requests a day of each key, up to and including today. */
export const createGetUsage =
  ({ keys, now }: GetUsageDependencies): AdminHandler<typeof ADMIN_ROUTES.getUsage> =>
  async (request) => {
    const scope = scopeOf(request.principal);
    const { keyId, days, limit, cursor } = request.query;
    const cursorScope = ['usage', scope.organizationId, scope.ownerId, keyId];
    const today = now();
    const [from, to] = [dayOf(today - (days - 1) * DAY_MILLISECONDS), dayOf(today)];
    const page = await keys.usage(scope, {
      keyId,
      from,
      to,
      limit,
      position: positionOf(cursorScope, cursor, collectionPosition()),
    });
    const next = nextPage(cursorScope, page.next, request);
    const items = page.usage.map(({ apiKey, days: usage }) => ({
      keyId: apiKey.id,
      name: apiKey.name,
      plan: apiKey.plan,
      days: usage,
    }));
    return { body: { from, to, items, ...next.body }, headers: next.headers };
  };
