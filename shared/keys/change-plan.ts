import { timestampOf } from '../domain/timestamp.ts';
import type { Item } from '../table/reader.ts';
import { newGatewayKeyName } from './gateway-key-marks.ts';
import { concurrentUpdate, type KeyStore, usagePlanIdOf } from './key-store.ts';
import { addGatewayKeyMark } from './key-writes.ts';
import {
  type PlanSwitch,
  readyAfter,
  reusableGatewayKey,
  switchPlan,
  type TargetGatewayKey,
} from './plan-switch.ts';
import { removeGatewayKey } from './remove-gateway-key.ts';

/** A gateway key in another plan, ready to replace the one that meters a key now. */
export interface PreparedPlan {
  /** Attributes for the transaction that decides on the change. */
  readonly attributes: PlanSwitch;
  /** Removes the new gateway key. Call it if that transaction failed. */
  discard(): Promise<void>;
}

/** Its name is recorded first, so that cleanup finds it after a crash. */
const createGatewayKey = async (
  store: KeyStore,
  keyId: string,
  plan: string,
  usagePlanId: string,
): Promise<TargetGatewayKey> => {
  const name = newGatewayKeyName(keyId);
  const mark = addGatewayKeyMark(keyId, name, timestampOf(new Date()));
  if (!(await store.writer.transact([mark]))) throw concurrentUpdate();
  const id = await store.gatewayKeys.create(name, usagePlanId);
  return { name, id, plan, readyAt: readyAfter(Date.now()) };
};

/**
 * Prepares a gateway key in the other plan: the one that metered there today, or a new one. The current one
 * meters on until API Gateway knows the new one, and stays until its daily quota is reset.
 *
 * @param item the key as it was read, which was not rotated
 * @throws KeyConflictError if the key was revoked in the meantime
 */
export const preparePlan = async (store: KeyStore, item: Item, plan: string): Promise<PreparedPlan> => {
  const usagePlanId = usagePlanIdOf(store, plan);
  const keyId = String(item['id']);
  const reusable = reusableGatewayKey(item, plan, timestampOf(new Date()));
  const target = reusable ?? (await createGatewayKey(store, keyId, plan, usagePlanId));
  return {
    attributes: switchPlan(item, target, timestampOf(new Date())),
    discard: async () => {
      if (reusable !== undefined) return;
      await removeGatewayKey(store, { keyId, name: target.name, gatewayKeyId: target.id });
    },
  };
};
