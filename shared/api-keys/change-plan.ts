import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey } from '../table/keys.ts';
import type { Item } from '../table/reader.ts';
import {
  GATEWAY_KEY,
  GATEWAY_KEY_ID,
  GATEWAY_KEYS,
  gatewayKeyOf,
  newGatewayKeyName,
} from './gateway-key-marks.ts';
import { changedMeanwhile, type KeyStore, usagePlanIdOf } from './key-store.ts';
import { removeGatewayKey, tryToRemoveGatewayKey } from './remove-gateway-key.ts';

/** A gateway key in another plan, ready to take over from the one that meters a key now. */
export interface PreparedPlan {
  /** Attributes that the transaction which decides on the change sets. */
  readonly attributes: Readonly<Record<string, string>>;
  /** To be called once that transaction is written: takes the old gateway key away. */
  settle(): Promise<void>;
  /** To be called if it was not: takes the new one away. */
  discard(): Promise<void>;
}

/**
 * Makes a second gateway key, in the other plan: the one that is in force stays until the table says otherwise, so
 * that no moment is without limits, or without a gateway key. Its name is written down first: what a crash leaves
 * behind is found by it.
 *
 * @param item the key as it was read
 * @throws KeyConflictError if the key is gone or was revoked since
 */
export const preparePlan = async (store: KeyStore, item: Item, plan: string): Promise<PreparedPlan> => {
  const usagePlanId = usagePlanIdOf(store, plan);
  const keyId = String(item['id']);
  const name = newGatewayKeyName(keyId);
  const mark = {
    update: {
      Key: { ...apiKeyKey(keyId) },
      UpdateExpression: `SET ${GATEWAY_KEYS}.#name = :now`,
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':now': timestampOf(new Date()) },
    },
  };
  if (!(await store.writer.transact([mark]))) throw changedMeanwhile();
  const gatewayKeyId = await store.gatewayKeys.create(name, usagePlanId);
  const replaced = gatewayKeyOf(item);
  return {
    attributes: { plan, [GATEWAY_KEY]: name, [GATEWAY_KEY_ID]: gatewayKeyId },
    settle: () => tryToRemoveGatewayKey(store, { keyId, name: replaced.name, gatewayKeyId: replaced.id }),
    discard: () => removeGatewayKey(store, { keyId, name, gatewayKeyId }),
  };
};
