import type { USAGE_ORDERS } from '../contract/records/list-orders.ts';
import { nameText } from '../domain/values/name-text.ts';
import { type SortedPage, sortedPage } from '../table/paging/sorted-page.ts';
import type { Item } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, isPending } from './api-key-mapper.ts';
import { MAX_SEARCHED_KEYS } from './find-keys.ts';
import type { DailyUsage, GatewayKeys } from './gateway-keys.ts';
import { type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { readKeyItems } from './list-keys.ts';
import { meteringOf } from './metering.ts';
import type { RequestCounts } from './requests/count-requests.ts';

/** What reading usage needs. */
export interface UsageStore extends Pick<KeyStore, 'reader' | 'usagePlanIds'> {
  readonly gatewayKeys: Pick<GatewayKeys, 'usage'>;
}

/** A key, and what API Gateway's counts of it are read by. */
export interface MeteredKey {
  readonly id: string;
  readonly apiKey: ApiKey;
  /** Its gateway key; `undefined` if there is none, or a successor that its requests count for. */
  readonly gatewayKeyId: string | undefined;
}

const toMeteredKey = (item: Item): MeteredKey => {
  const apiKey = apiKeyFromItem(item);
  const { gatewayKeys, gatewayKey } = meteringOf(item);
  const gatewayKeyId = apiKey.rotatedTo === null ? gatewayKeys[gatewayKey]?.id : undefined;
  return { id: apiKey.id, apiKey, gatewayKeyId };
};

/**
 * The newest keys of a scope, as many as {@link MAX_SEARCHED_KEYS}.
 *
 * @param keyId restricts the result to one key
 */
export const readMeteredKeys = async (
  store: UsageStore,
  scope: KeyScope,
  keyId?: string,
): Promise<readonly MeteredKey[]> => {
  const { items } =
    keyId === undefined
      ? await readKeyItems(store, scope, { limit: MAX_SEARCHED_KEYS })
      : { items: [await readKey(store, scope, keyId)].filter((item) => item !== undefined) };
  return items.filter((item) => !isPending(item)).map(toMeteredKey);
};

export interface UsageOrder {
  readonly order: (typeof USAGE_ORDERS)[number];
  /** Read only for orders by them. */
  readonly counts: () => Promise<ReadonlyMap<string, RequestCounts>>;
  readonly limit: number;
  /** The end of the previous page. */
  readonly position: string | undefined;
}

/** Counts are compared as texts. */
const DIGITS = 15;

const countIn = (field: string, counts: RequestCounts | undefined): number => {
  if (counts === undefined) return 0;
  const { succeeded, refused, failed } = counts;
  switch (field) {
    case 'succeeded':
      return succeeded;
    case 'refused':
      return refused;
    case 'failed':
      return failed;
    default:
      return succeeded + refused + failed;
  }
};

const readSortKey = async (
  field: string,
  readCounts: UsageOrder['counts'],
): Promise<(key: MeteredKey) => string> => {
  if (field === 'name') return ({ apiKey }) => nameText(apiKey.name);
  if (field === 'createdAt') return ({ apiKey }) => apiKey.createdAt;
  const counts = await readCounts();
  return ({ id }) => String(countIn(field, counts.get(id))).padStart(DIGITS, '0');
};

/**
 * A page of keys in an order of their usage. A key whose counts change between pages may be missed or
 * repeated.
 */
export const orderByUsage = async (
  keys: readonly MeteredKey[],
  { order, counts, limit, position }: UsageOrder,
): Promise<SortedPage<MeteredKey>> =>
  sortedPage(keys, {
    keyOf: await readSortKey(order.replace('-', ''), counts),
    isDescending: order.startsWith('-'),
    limit,
    position,
  });

/**
 * API Gateway's daily counts of keys in their current plans. Each key takes one call to its control plane,
 * which allows 10 calls per second and account, so keep pages small.
 *
 * @param from the first UTC day (`2026-01-31`)
 * @param to the last one
 * @returns counts by key id; `null` once the gateway key is removed, with its counts, and for a rotated key
 */
export const readDailyUsage = async (
  { usagePlanIds, gatewayKeys }: UsageStore,
  keys: readonly MeteredKey[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, readonly DailyUsage[] | null>> => {
  const usageOf = async ({ id, apiKey, gatewayKeyId }: MeteredKey) => {
    const planId = usagePlanIds[apiKey.plan];
    if (gatewayKeyId === undefined || planId === undefined) return [id, null] as const;
    return [id, await gatewayKeys.usage(gatewayKeyId, planId, from, to)] as const;
  };
  return new Map(await Promise.all(keys.map(usageOf)));
};
