import type { Item } from '../table/reader.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, isPending } from './api-key-mapper.ts';
import { gatewayKeyMarksOf, gatewayKeyOf } from './gateway-key-marks.ts';
import type { DailyUsage } from './gateway-keys.ts';
import { type KeyScope, type KeyStore, readKey } from './key-store.ts';
import { type PageRequest, readKeyItems } from './list-keys.ts';

export interface UsageRequest extends PageRequest {
  /** Only of this key. */
  readonly keyId?: string | undefined;
  /** The first and the last day (UTC, `2026-01-31`). */
  readonly from: string;
  readonly to: string;
}

/** What API Gateway counted for a key under the plan that it is in. */
export interface KeyUsage {
  readonly apiKey: ApiKey;
  /** Null for a key that API Gateway does not meter any more: with its gateway key go the counts. */
  readonly days: readonly DailyUsage[] | null;
}

export interface KeyUsagePage {
  readonly usage: readonly KeyUsage[];
  readonly next?: string;
}

const itemsOf = async (
  store: KeyStore,
  scope: KeyScope,
  request: UsageRequest,
): Promise<{ readonly items: readonly Item[]; readonly next?: string }> => {
  if (request.keyId === undefined) return readKeyItems(store, scope, request);
  const item = await readKey(store, scope, request.keyId);
  return { items: item === undefined ? [] : [item] };
};

/**
 * Requests a day of each key on a page, newest key first. It takes one call of API Gateway's control plane for
 * each, of which there are 10 a second for an account: pages are to be small.
 */
export const readUsage = async (
  store: KeyStore,
  scope: KeyScope,
  request: UsageRequest,
): Promise<KeyUsagePage> => {
  const { items, next } = await itemsOf(store, scope, request);
  const usageOf = async (item: Item): Promise<KeyUsage> => {
    const apiKey = apiKeyFromItem(item);
    const { name, id } = gatewayKeyOf(item);
    const planId = store.usagePlanIds[apiKey.plan];
    const isMetered = gatewayKeyMarksOf(item).some((mark) => mark.name === name);
    if (id === null || planId === undefined || !isMetered) return { apiKey, days: null };
    return { apiKey, days: await store.gatewayKeys.usage(id, planId, request.from, request.to) };
  };
  const usage = await Promise.all(items.filter((item) => !isPending(item)).map(usageOf));
  return { usage, ...(next === undefined ? {} : { next }) };
};
