import type { Item } from '../table/reader.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem, HAS_GATEWAY_KEY, isPending, PENDING_SINCE } from './api-key-mapper.ts';
import { type KeyStore, removeGatewayKey } from './key-store.ts';
import { discardKey } from './prepare-key.ts';

/** Making a key takes seconds. One that is pending for longer was given up. */
const GIVEN_UP_MILLISECONDS = 15 * 60_000;

const isGivenUp = (item: Item, now: string): boolean =>
  isPending(item) && Date.parse(now) - Date.parse(String(item[PENDING_SINCE])) > GIVEN_UP_MILLISECONDS;

/**
 * Takes away what interrupted operations left behind: keys that were never activated, and gateway keys of keys
 * that are revoked or expired. Can be interrupted and repeated itself.
 *
 * @param now the time to judge at, as a timestamp in the stored form
 */
export const clearLeftOvers = async (store: KeyStore, items: readonly Item[], now: string): Promise<void> => {
  for (const item of items) {
    const key = apiKeyFromItem(item);
    if (isGivenUp(item, now)) await discardKey(store, key.id);
    else if (!isPending(item) && item[HAS_GATEWAY_KEY] === true && stateOf(key, now) !== 'active') {
      await removeGatewayKey(store, key.id);
    }
  }
};
