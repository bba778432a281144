import { timestampOf } from '../domain/timestamp.ts';
import { nextVersion, versionOf } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import { concurrentUpdate, type KeyStore, usagePlanIdOf } from './key-store.ts';
import { changeKey, dropGatewayKey } from './key-writes.ts';
import { gatewayKeysOf, type Metering, meterOf, newGatewayKeyName } from './metering.ts';

/** A gateway key in another plan, ready to meter a key. */
export interface PreparedPlan {
  /** The key as it is stored now. */
  readonly item: Item;
  /** For the key and those that were rotated to it, in the transaction that decides on the change. */
  readonly metering: Metering;
  /** Removes a new gateway key. Call it if that transaction failed. */
  discard(): Promise<void>;
}

/**
 * Prepares the gateway key by which a key is metered in another plan: the one that did so before, with its
 * counts, or a new one. No gateway key moves between plans, which would leave a moment without any.
 *
 * @param item the key as it was read, which was not rotated
 * @throws KeyConflictError if the key was modified in the meantime
 */
export const preparePlan = async (store: KeyStore, item: Item, plan: string): Promise<PreparedPlan> => {
  const usagePlanId = usagePlanIdOf(store, plan);
  const keyId = String(item['id']);
  const gatewayKeys = gatewayKeysOf(item);
  const meteredBy = (name: string, all = gatewayKeys): Metering => ({
    gatewayKeys: all,
    gatewayKey: name,
    previousGatewayKey: meterOf(item, timestampOf(new Date())).name,
  });
  const known = Object.entries(gatewayKeys).find(
    ([, each]) => each.plan === plan && each.usagePlanId === usagePlanId && each.id !== undefined,
  )?.[0];
  if (known !== undefined) return { item, metering: meteredBy(known), discard: async () => undefined };

  const name = newGatewayKeyName(keyId);
  const begun = { ...gatewayKeys, [name]: { plan, usagePlanId, at: timestampOf(new Date()) } };
  const version = versionOf(item);
  if (!(await store.writer.transact([changeKey(keyId, version, { gatewayKeys: begun })]))) {
    throw concurrentUpdate();
  }
  const id = await store.gatewayKeys.create(name, usagePlanId);
  const created = { ...gatewayKeys, [name]: { plan, usagePlanId, id, at: timestampOf(new Date()) } };
  return {
    item: nextVersion({ ...item, gatewayKeys: begun }, version),
    metering: meteredBy(name, created),
    discard: async () => {
      await store.gatewayKeys.remove(name, id);
      await store.writer.transact([dropGatewayKey(keyId, name)]);
    },
  };
};
