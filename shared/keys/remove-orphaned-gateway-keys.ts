import type { Item } from '../table/reader.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem, isOverdue, isPending, PENDING_SINCE } from './api-key-mapper.ts';
import { type GatewayKeyMark, gatewayKeyMarksOf, replacedGatewayKeysOf } from './gateway-key-marks.ts';
import type { KeyStore } from './key-store.ts';
import { gatewayKeyOf } from './metering.ts';
import { isKept } from './plan-switch.ts';
import { discardKey } from './prepare-key.ts';
import { isReleasable, releaseGatewayKeys } from './release-gateway-keys.ts';
import { removeGatewayKey } from './remove-gateway-key.ts';

/**
 * API Gateway allows 5 deletions per second, and a listing must not wait long. The next listing continues.
 */
const MAX_REMOVALS = 5;

/** Whether an active key no longer needs this gateway key. */
const isOrphaned = (item: Item, { name, since }: GatewayKeyMark, now: string): boolean => {
  if (name === gatewayKeyOf(item).name) return false;
  const replaced = Object.values(replacedGatewayKeysOf(item)).find((each) => each.name === name);
  return isOverdue(since, now) && (replaced === undefined || !isKept(replaced, now));
};

const removalsFor = (store: KeyStore, item: Item, now: string): readonly (() => Promise<void>)[] => {
  const apiKey = apiKeyFromItem(item);
  const { id } = apiKey;
  if (isPending(item)) return isOverdue(item[PENDING_SINCE], now) ? [() => discardKey(store, id)] : [];
  if (stateOf(apiKey, now) !== 'active' && isReleasable(item)) {
    return [() => releaseGatewayKeys(store, item, now)];
  }
  return gatewayKeyMarksOf(item)
    .filter((mark) => isOrphaned(item, mark, now))
    .map(
      ({ name }) =>
        () =>
          removeGatewayKey(store, { keyId: id, name }),
    );
};

/**
 * Removes what is no longer needed: keys that never became active, and gateway keys whose key is revoked,
 * expired, or was moved to another plan on an earlier day. Safe to interrupt and repeat.
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
