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

/** A key, and what API Gateway's counts of it are read by. */
export interface MeteredKey {
  readonly apiKey: ApiKey;
  /** Its gateway key; `undefined` if there is none, or a successor that its requests count for. */
  readonly gatewayKeyId: string | undefined;
}

export interface MeteredKeyPage {
  readonly keys: readonly MeteredKey[];
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

const toMeteredKey = (item: Item): MeteredKey => {
  const apiKey = apiKeyFromItem(item);
  const { gatewayKeys, gatewayKey } = meteringOf(item);
  return { apiKey, gatewayKeyId: apiKey.rotatedTo === null ? gatewayKeys[gatewayKey]?.id : undefined };
};

/** The keys of a page, newest first. */
export const readMeteredKeys = async (
  store: UsageStore,
  scope: KeyScope,
  request: UsageRequest,
): Promise<MeteredKeyPage> => {
  const { items, next } = await itemsOf(store, scope, request);
  return { keys: items.filter((item) => !isPending(item)).map(toMeteredKey), next };
};

/**
 * API Gateway's daily counts of keys in their current plans. Each key takes one call to its control plane, which
 * allows 10 calls per second and account, so keep pages small.
 *
 * @returns counts by key id; `null` once the gateway key is removed, with its counts, and for a rotated key
 */
export const readDailyUsage = async (
  { usagePlanIds, gatewayKeys }: UsageStore,
  keys: readonly MeteredKey[],
  { from, to }: Pick<UsageRequest, 'from' | 'to'>,
): Promise<ReadonlyMap<string, readonly DailyUsage[] | null>> => {
  const usageOf = async ({ apiKey, gatewayKeyId }: MeteredKey) => {
    const planId = usagePlanIds[apiKey.plan];
    if (gatewayKeyId === undefined || planId === undefined) return [apiKey.id, null] as const;
    return [apiKey.id, await gatewayKeys.usage(gatewayKeyId, planId, from, to)] as const;
  };
  return new Map(await Promise.all(keys.map(usageOf)));
};
