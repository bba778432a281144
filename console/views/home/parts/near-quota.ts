import type { AdminResponseBody } from '../../../../shared/contract/admin-response-bodies.ts';
import type { AdminApi } from '../../../api/admin-api.ts';
import type { Configuration } from '../../../configuration.ts';

type CountedKey = NonNullable<AdminResponseBody<'RequestPage'>['counts']>['keys'][number];

/** A key that has used up most of its daily quota. */
export interface NearQuota {
  readonly keyId: string;
  readonly name: string;
  /** Requests of today, in UTC, that count against the quota. */
  readonly used: number;
  readonly quota: number;
}

/** The share of the quota that is worth a warning. */
const NEAR = 0.8;

/** Each costs a request to the service. */
const MAX_CANDIDATES = 5;

/** The key whose quota the requests of a key count against: the last of those that it was rotated to. */
const meteredAs = (key: CountedKey, keys: ReadonlyMap<string, CountedKey>): string => {
  let last = key;
  // A key is rotated once, so this ends; the bound is for data that says otherwise.
  for (let steps = 0; last.rotatedTo !== null && steps < keys.size; steps++) {
    const next = keys.get(last.rotatedTo);
    if (next === undefined) return last.rotatedTo;
    last = next;
  }
  return last.keyId;
};

/**
 * The keys that can be near their quota: those whose requests of the last 24 hours, which include today's,
 * come near it.
 */
export const candidatesOf = (
  keys: readonly CountedKey[],
  plans: Configuration['usagePlans'],
): readonly string[] => {
  const byId = new Map(keys.map((key) => [key.keyId, key]));
  const sums = new Map<string, { requests: number; quota: number }>();
  for (const key of keys) {
    const quota = plans[key.plan ?? '']?.dailyQuota;
    if (quota === undefined) continue;
    const id = meteredAs(key, byId);
    sums.set(id, { requests: (sums.get(id)?.requests ?? 0) + key.requests, quota });
  }
  return [...sums].filter(([, { requests, quota }]) => requests >= NEAR * quota).map(([id]) => id);
};

/** Reads what API Gateway has counted today for the keys that can be near their quota. */
export const readNearQuota = async (
  api: AdminApi,
  keys: readonly CountedKey[],
  plans: Configuration['usagePlans'],
  signal: AbortSignal,
): Promise<readonly NearQuota[]> => {
  const candidates = candidatesOf(keys, plans).slice(0, MAX_CANDIDATES);
  const usages = await Promise.all(
    candidates.map((keyId) => api.request('GET /usage', { query: { keyId, days: 1, limit: 1 } }, signal)),
  );
  return usages.flatMap(({ items: [usage] }) => {
    const quota = plans[usage?.plan ?? '']?.dailyQuota;
    const used = usage?.days.at(-1)?.metered;
    if (usage === undefined || quota === undefined || used === undefined || used === null) return [];
    return used < NEAR * quota ? [] : [{ keyId: usage.keyId, name: usage.name, used, quota }];
  });
};
