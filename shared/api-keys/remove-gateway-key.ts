import { apiKeyKey } from '../table/keys.ts';
import type { WriteOperation } from '../table/writer.ts';
import { GATEWAY_KEYS } from './gateway-key-marks.ts';
import type { KeyStore } from './key-store.ts';

/** A gateway key of one of our keys. */
export interface GatewayKeyOfKey {
  readonly keyId: string;
  readonly name: string;
  /** What API Gateway calls it, where that is known. */
  readonly gatewayKeyId?: string | null;
}

/** Takes a gateway key away, and then notes that it is gone. */
export const removeGatewayKey = async (
  { gatewayKeys, writer }: KeyStore,
  { keyId, name, gatewayKeyId = null }: GatewayKeyOfKey,
): Promise<void> => {
  await gatewayKeys.remove(name, gatewayKeyId);
  const note: WriteOperation = {
    update: {
      Key: { ...apiKeyKey(keyId) },
      UpdateExpression: `REMOVE ${GATEWAY_KEYS}.#name`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
    },
  };
  await writer.transact([note]);
};

/** The same after an operation that is done whether or not this succeeds. */
export const tryToRemoveGatewayKey = async (store: KeyStore, gatewayKey: GatewayKeyOfKey): Promise<void> => {
  try {
    await removeGatewayKey(store, gatewayKey);
  } catch (error) {
    store.onCleanUpFailure(error);
  }
};
