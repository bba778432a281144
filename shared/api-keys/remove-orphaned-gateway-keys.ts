import type { Item } from '../table/reader.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem, isPending, PENDING_SINCE } from './api-key-mapper.ts';
import { type GatewayKeyMark, gatewayKeyMarksOf, gatewayKeyOf } from './gateway-key-marks.ts';
import type { KeyStore } from './key-store.ts';
import { discardKey } from './prepare-key.ts';
import { removeGatewayKey } from './remove-gateway-key.ts';

/** Creating a key or changing its plan takes seconds. An operation older than this was interrupted. */
const INTERRUPTED_AFTER_MILLISECONDS = 15 * 60_000;

/**
 * API Gateway allows 5 deletions per second, and a listing must not wait long. The next listing continues.
 */
const MAX_REMOVALS = 5;

const isInterrupted = (since: unknown, now: string): boolean =>
  Date.parse(now) - Date.parse(String(since)) > INTERRUPTED_AFTER_MILLISECONDS;

/** Whether an active key no longer needs this gateway key. */
const isOrphaned = (item: Item, { name, since }: GatewayKeyMark, now: string): boolean =>
  name === gatewayKeyOf(item).name
    ? stateOf(apiKeyFromItem(item), now) !== 'active'
    : isInterrupted(since, now);

const removalsFor = (store: KeyStore, item: Item, now: string): readonly (() => Promise<void>)[] => {
  const { id } = apiKeyFromItem(item);
  if (isPending(item)) return isInterrupted(item[PENDING_SINCE], now) ? [() => discardKey(store, id)] : [];
  return gatewayKeyMarksOf(item)
    .filter((mark) => isOrphaned(item, mark, now))
    .map(
      ({ name }) =>
        () =>
          removeGatewayKey(store, { keyId: id, name }),
    );
};

/**
 * Removes what interrupted operations left: keys that never became active, and gateway keys whose key is
 * revoked, expired or metered by another one. Safe to interrupt and repeat.
 *
 * @param now as a timestamp in the stored form
 */
export const removeOrphanedGatewayKeys = async (
  store: KeyStore,
  items: readonly Item[],
  now: string,
): Promise<void> => {
  const removals = items.flatMap((item) => removalsFor(store, item, now));
  for (const remove of removals.slice(0, MAX_REMOVALS)) await remove();
};
