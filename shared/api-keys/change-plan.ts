import { timestampOf } from '../domain/timestamp.ts';
import type { Item } from '../table/reader.ts';
import { GATEWAY_KEY, GATEWAY_KEY_ID, gatewayKeyOf, newGatewayKeyName } from './gateway-key-marks.ts';
import { concurrentUpdate, type KeyStore, usagePlanIdOf } from './key-store.ts';
import { addGatewayKeyMark } from './key-writes.ts';
import { removeGatewayKey, tryToRemoveGatewayKey } from './remove-gateway-key.ts';

/** A gateway key in another plan, ready to replace the one that meters a key now. */
export interface PreparedPlan {
  /** Attributes for the transaction that decides on the change. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Removes the old gateway key. Call it once that transaction is written. */
  settle(): Promise<void>;
  /** Removes the new gateway key. Call it if that transaction failed. */
  discard(): Promise<void>;
}

/**
 * Creates a second gateway key in the other plan. The current one stays until the table names the new one, so
 * the key always has limits and a gateway key. The new name is recorded first, so that cleanup finds it after
 * a crash.
 *
 * @param item the key as it was read
 * @throws KeyConflictError if the key was deleted or revoked in the meantime
 */
export const preparePlan = async (store: KeyStore, item: Item, plan: string): Promise<PreparedPlan> => {
  const usagePlanId = usagePlanIdOf(store, plan);
  const keyId = String(item['id']);
  const name = newGatewayKeyName(keyId);
  const mark = addGatewayKeyMark(keyId, name, timestampOf(new Date()));
  if (!(await store.writer.transact([mark]))) throw concurrentUpdate();
  const gatewayKeyId = await store.gatewayKeys.create(name, usagePlanId);
  const replaced = gatewayKeyOf(item);
  return {
    attributes: { plan, [GATEWAY_KEY]: name, [GATEWAY_KEY_ID]: gatewayKeyId },
    settle: () => tryToRemoveGatewayKey(store, { keyId, name: replaced.name, gatewayKeyId: replaced.id }),
    discard: () => removeGatewayKey(store, { keyId, name, gatewayKeyId }),
  };
};
