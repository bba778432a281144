import type { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { REQUEST_DELAY_SECONDS, REQUEST_RETENTION_DAYS } from '../../../shared/contract/request-limits.ts';
import {
  type CountsByDay,
  countAllRequests,
  countRequestsOfKeys,
  NO_REQUESTS,
} from '../../../shared/keys/requests/count-requests.ts';
import type { RequestStore } from '../../../shared/keys/requests/read-requests.ts';
import { readDailyUsage, readMeteredKeys, type UsageStore } from '../../../shared/keys/usage.ts';
import { MILLISECONDS_PER_DAY } from '../../../shared/runtime/durations.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';
import { viewOfCounts } from './counts-view.ts';

/** The UTC day of a time, as `2026-01-31`. */
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** The days up to and including today, oldest first. */
const daysUntil = (today: number, days: number): readonly string[] =>
  Array.from({ length: days }, (_, index) => dayOf(today - (days - 1 - index) * MILLISECONDS_PER_DAY));

export interface GetUsageDependencies extends UsageStore, RequestStore {
  readonly now: () => number;
}

/** Daily requests per key and of all keys, up to and including today. */
export const createGetUsage =
  ({ now, ...store }: GetUsageDependencies): AdminHandler<typeof ADMIN_ROUTES.getUsage> =>
  async (request) => {
    const scope = scopeOf(request.principal);
    const { keyId, days, limit, cursor } = request.query;
    const cursorScope = ['usage', scope.organizationId, scope.ownerId, keyId];
    const position = positionOf(cursorScope, cursor, collectionPosition());
    const today = now();
    const dates = daysUntil(today, days);
    const [from, to] = [dayOf(today - (days - 1) * MILLISECONDS_PER_DAY), dayOf(today)];
    // The log has no whole day before these.
    const oldest = dayOf(today - (REQUEST_RETENTION_DAYS - 1) * MILLISECONDS_PER_DAY);
    const countedFrom = from > oldest ? from : oldest;
    const readPage = async () => {
      const page = await readMeteredKeys(store, scope, { keyId, from, to, limit, position });
      const apiKeys = page.keys.map(({ apiKey }) => apiKey);
      const ids = apiKeys.map(({ id }) => id);
      const [metered, counts] = await Promise.all([
        readDailyUsage(store, page.keys, { from, to }),
        countRequestsOfKeys(store, scope, ids, countedFrom, to),
      ]);
      return { apiKeys, metered, counts, next: page.next };
    };
    const [page, ofAll] = await Promise.all([
      readPage(),
      keyId === undefined && position === undefined
        ? countAllRequests(store, scope, countedFrom, to)
        : undefined,
    ]);
    const countsOn = (counts: CountsByDay | undefined, date: string) =>
      date < countedFrom ? null : viewOfCounts(counts?.get(date) ?? NO_REQUESTS);
    const total = keyId === undefined ? ofAll : page.counts.get(keyId);
    const items = page.apiKeys.map(({ id, name, hint, plan, rotatedTo }) => {
      const metered = page.metered.get(id) ?? null;
      const byDate = new Map(metered?.map(({ date, requests }) => [date, requests]));
      return {
        keyId: id,
        name,
        hint,
        plan,
        rotatedTo,
        days: dates.map((date) => ({
          date,
          metered: metered === null ? null : (byDate.get(date) ?? 0),
          counts: countsOn(page.counts.get(id), date),
        })),
      };
    });
    const next = nextPage(cursorScope, page.next, request);
    const body = {
      from,
      to,
      countedFrom,
      delaySeconds: REQUEST_DELAY_SECONDS,
      total: position === undefined ? dates.map((date) => ({ date, counts: countsOn(total, date) })) : null,
      items,
      ...next.body,
    };
    return { body, headers: next.headers };
  };
