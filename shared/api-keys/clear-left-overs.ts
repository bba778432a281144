import type { Item } from '../table/reader.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem, isPending, PENDING_SINCE } from './api-key-mapper.ts';
import { type GatewayKeyMark, gatewayKeyMarksOf, gatewayKeyOf } from './gateway-key-marks.ts';
import type { KeyStore } from './key-store.ts';
import { discardKey } from './prepare-key.ts';
import { removeGatewayKey } from './remove-gateway-key.ts';

/** Making a key, or moving it to another plan, takes seconds. What is under way for longer was given up. */
const GIVEN_UP_MILLISECONDS = 15 * 60_000;

/** API Gateway takes 5 deletions a second: a listing must not wait for many. The next one goes on. */
const REMOVALS_AT_ONCE = 5;

const isGivenUp = (since: unknown, now: string): boolean =>
  Date.parse(now) - Date.parse(String(since)) > GIVEN_UP_MILLISECONDS;

/** Whether a gateway key of an activated key serves nothing any more. */
const isUseless = (item: Item, { name, since }: GatewayKeyMark, now: string): boolean =>
  name === gatewayKeyOf(item).name ? stateOf(apiKeyFromItem(item), now) !== 'active' : isGivenUp(since, now);

const removalsFor = (store: KeyStore, item: Item, now: string): readonly (() => Promise<void>)[] => {
  const { id } = apiKeyFromItem(item);
  if (isPending(item)) return isGivenUp(item[PENDING_SINCE], now) ? [() => discardKey(store, id)] : [];
  return gatewayKeyMarksOf(item)
    .filter((mark) => isUseless(item, mark, now))
    .map(
      ({ name }) =>
        () =>
          removeGatewayKey(store, { keyId: id, name }),
    );
};

/**
 * Takes away what interrupted operations left behind: keys that were never activated, and gateway keys that meter
 * nothing, because their key is revoked or expired or has another one. Can be interrupted and repeated itself.
 *
 * @param now the time to judge at, as a timestamp in the stored form
 */
export const clearLeftOvers = async (store: KeyStore, items: readonly Item[], now: string): Promise<void> => {
  const removals = items.flatMap((item) => removalsFor(store, item, now));
  for (const remove of removals.slice(0, REMOVALS_AT_ONCE)) await remove();
};
