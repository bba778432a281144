import type { CollectionPage } from '../table/paging/collection-page.ts';
import type { Item } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, isPending } from './api-key-mapper.ts';
import type { DailyUsage, GatewayKeys } from './gateway-keys.ts';
import { type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { type PageRequest, readKeyItems } from './list-keys.ts';
import { meteringOf } from './metering.ts';

export interface UsageRequest extends PageRequest {
  /** Restricts the result to one key. */
  readonly keyId?: string | undefined;
  /** The first and last UTC day (`2026-01-31`). */
  readonly from: string;
  readonly to: string;
}

/** What reading usage needs. */
export interface UsageStore extends Pick<KeyStore, 'reader' | 'usagePlanIds'> {
  readonly gatewayKeys: Pick<GatewayKeys, 'usage'>;
}

/** API Gateway's counts for a key in its current plan. */
export interface KeyUsage {
  readonly apiKey: ApiKey;
  /**
   * `null` once the gateway key is removed, with its counts, and for a rotated key: its requests count as
   * its successor's.
   */
  readonly days: readonly DailyUsage[] | null;
}

export interface KeyUsagePage {
  readonly usage: readonly KeyUsage[];
  readonly next?: string | undefined;
}

const itemsOf = async (
  store: UsageStore,
  scope: KeyScope,
  request: UsageRequest,
): Promise<CollectionPage> => {
  if (request.keyId === undefined) return readKeyItems(store, scope, request);
  const item = await readKey(store, scope, request.keyId);
  return { items: item === undefined ? [] : [item] };
};

/**
 * Daily requests of each key on a page, newest key first. Each key takes one call to API Gateway's control
 * plane, which allows 10 calls per second and account, so keep pages small.
 */
export const readUsage = async (
  store: UsageStore,
  scope: KeyScope,
  request: UsageRequest,
): Promise<KeyUsagePage> => {
  const { items, next } = await itemsOf(store, scope, request);
  const usageOf = async (item: Item): Promise<KeyUsage> => {
    const apiKey = apiKeyFromItem(item);
    const { gatewayKeys, gatewayKey } = meteringOf(item);
    const id = gatewayKeys[gatewayKey]?.id;
    const planId = store.usagePlanIds[apiKey.plan];
    if (apiKey.rotatedTo !== null || id === undefined || planId === undefined) return { apiKey, days: null };
    return { apiKey, days: await store.gatewayKeys.usage(id, planId, request.from, request.to) };
  };
  const usage = await Promise.all(items.filter((item) => !isPending(item)).map(usageOf));
  return { usage, next };
};
