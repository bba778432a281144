import type { KeyStore } from './key-store.ts';
import { removeGatewayKeyMark } from './key-writes.ts';

export interface GatewayKeyOfKey {
  readonly keyId: string;
  readonly name: string;
  /** The id that API Gateway gave it, if known. */
  readonly gatewayKeyId?: string | null;
}

/** Removes a gateway key, then records that it no longer exists. */
export const removeGatewayKey = async (
  { gatewayKeys, writer }: KeyStore,
  { keyId, name, gatewayKeyId = null }: GatewayKeyOfKey,
): Promise<void> => {
  await gatewayKeys.remove(name, gatewayKeyId);
  await writer.transact([removeGatewayKeyMark(keyId, name)]);
};
