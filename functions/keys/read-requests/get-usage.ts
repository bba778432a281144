import { REQUEST_DELAY_SECONDS, REQUEST_RETENTION_DAYS } from '../../../shared/contract/request-limits.ts';
import { type CountsByDay, countPeriod, NO_REQUESTS } from '../../../shared/keys/requests/count-requests.ts';
import type { RequestStore } from '../../../shared/keys/requests/read-requests.ts';
import {
  orderByUsage,
  readDailyUsage,
  readMeteredKeys,
  type UsageStore,
} from '../../../shared/keys/usage.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { MILLISECONDS_PER_DAY } from '../../../shared/runtime/durations.ts';
import { sortedPosition } from '../../../shared/table/paging/sorted-page.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';
import { rejectTooManyCounts, viewOfCounts } from './request-counts.ts';

/** The UTC day of a time, as `2026-01-31`. */
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** The days up to and including today, oldest first. */
const daysUntil = (today: number, days: number): readonly string[] =>
  Array.from({ length: days }, (_, index) => dayOf(today - (days - 1 - index) * MILLISECONDS_PER_DAY));

const tooManyKeys = rejectTooManyCounts(
  'sort',
  'cannot order so many keys by their requests: sort by `name` or `createdAt`',
);

export interface GetUsageDependencies extends UsageStore, RequestStore {
  readonly now: () => number;
}

/** Daily requests per key and of all keys, up to and including today. */
export const createGetUsage =
  ({ now, ...store }: GetUsageDependencies): AdminHandler<typeof API_KEY_ROUTES.getUsage> =>
  async (request) => {
    const scope = scopeOf(request.principal);
    const { keyId, days, sort: order, limit, cursor } = request.query;
    const cursorScope = ['usage', scope.organizationId, scope.ownerId, keyId, String(days), order];
    const position = positionOf(cursorScope, cursor, sortedPosition);
    const today = now();
    const dates = daysUntil(today, days);
    const [from, to] = [dayOf(today - (days - 1) * MILLISECONDS_PER_DAY), dayOf(today)];
    // The log has no whole day before these.
    const oldest = dayOf(today - (REQUEST_RETENTION_DAYS - 1) * MILLISECONDS_PER_DAY);
    const countedFrom = from > oldest ? from : oldest;
    const [keys, counts] = await Promise.all([
      readMeteredKeys(store, scope, keyId),
      countPeriod(store, scope, { keyId, from: countedFrom, to }),
    ]);
    const page = await orderByUsage(keys, {
      ...{ order, limit, position },
      counts: () => counts.byKey().catch(tooManyKeys),
    });
    const [total, ofKeys, ofGateway] = await Promise.all([
      counts.total(),
      counts.byKeyAndDay(page.items.map(({ id }) => id)),
      readDailyUsage(store, page.items, from, to),
    ]);
    const countsOn = (byDay: CountsByDay | undefined, date: string) =>
      date < countedFrom ? null : viewOfCounts(byDay?.get(date) ?? NO_REQUESTS);
    const items = page.items.map(({ id, apiKey: { name, hint, plan, rotatedTo } }) => {
      const metered = ofGateway.get(id) ?? null;
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
          counts: countsOn(ofKeys.get(id), date),
        })),
      };
    });
    const next = nextPage(cursorScope, page.next, request);
    const body = {
      from,
      to,
      countedFrom,
      delaySeconds: REQUEST_DELAY_SECONDS,
      total: dates.map((date) => ({ date, counts: countsOn(total, date) })),
      totalCount: page.totalCount,
      items,
      ...next.body,
    };
    return { body, headers: next.headers };
  };
