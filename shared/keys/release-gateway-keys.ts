import { map } from '../table/items/attributes.ts';
import type { Item } from '../table/reader.ts';
import {
  GATEWAY_KEYS,
  type GatewayKeyMark,
  gatewayKeyMarksOf,
  replacedGatewayKeysOf,
} from './gateway-key-marks.ts';
import type { KeyStore } from './key-store.ts';
import { gatewayKeyOf } from './metering.ts';
import { changeOwnership, NO_OWNERSHIP, ownershipOf } from './ownership.ts';
import { endsOf, readActivePredecessors } from './predecessors.ts';
import { removeGatewayKey } from './remove-gateway-key.ts';

/** The gateway keys of a key that meter or did so. Another one may be about to be created. */
const finishedMarksOf = (item: Item): readonly (GatewayKeyMark & { readonly id?: string | null })[] => {
  const used = [gatewayKeyOf(item), ...Object.values(replacedGatewayKeysOf(item))];
  return gatewayKeyMarksOf(item).flatMap((mark) => {
    const found = used.find(({ name }) => name === mark.name);
    return found === undefined ? [] : [{ ...mark, id: found.id ?? null }];
  });
};

/** Whether a key that is no longer active still owns gateway keys. */
export const isReleasable = (item: Item): boolean => finishedMarksOf(item).length > 0;

/**
 * Passes the gateway keys of a revoked or expired key on to the predecessor that outlives it longest, so that
 * it is metered until its own end; removes them if there is none. Safe to interrupt and repeat.
 *
 * @param now as a timestamp in the stored form
 */
export const releaseGatewayKeys = async (store: KeyStore, item: Item, now: string): Promise<void> => {
  const [heir, ...others] = await readActivePredecessors(store, item, now);
  if (heir === undefined) {
    for (const { name, id = null } of finishedMarksOf(item)) {
      await removeGatewayKey(store, { keyId: String(item['id']), name, gatewayKeyId: id });
    }
    return;
  }
  const ownership = ownershipOf(item, endsOf(others));
  const marks = { ...map(heir, GATEWAY_KEYS), ...map(item, GATEWAY_KEYS) };
  // A later listing retries if either key was modified concurrently.
  await store.writer.transact([
    changeOwnership(item, NO_OWNERSHIP),
    changeOwnership(heir, { ...ownership, [GATEWAY_KEYS]: marks }),
  ]);
};
