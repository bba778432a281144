import { apiKeyKey } from '../table/items/keys.ts';
import type { WriteOperation } from '../table/writer.ts';
import { PENDING_SINCE } from './api-key-mapper.ts';
import { GATEWAY_KEYS, gatewayKeyMarksOf, newGatewayKeyName } from './gateway-key-marks.ts';
import { type KeyStore, usagePlanIdOf } from './key-store.ts';
import { activateKey, deletePendingKey, discardPendingKey } from './key-writes.ts';
import { GATEWAY_KEY } from './metering.ts';
import { type CreatedApiKey, type KeySettings, newKey } from './new-key.ts';

/** A key that is stored and metered, but not accepted until its activation is written. */
export interface PreparedKey extends CreatedApiKey {
  /** Belongs in the transaction that decides on the key. */
  readonly activation: WriteOperation;
}

/**
 * Creates a key in an order that survives a crash at any step: first a pending item, which is not accepted
 * and names the gateway key; then the gateway key and its plan; last, by the caller, the activation. A crash
 * leaves an item that `removeOrphanedGatewayKeys` finds. A key is never active without its limits.
 */
export const prepareKey = async (store: KeyStore, settings: KeySettings): Promise<PreparedKey> => {
  const usagePlanId = usagePlanIdOf(store, settings.plan);
  const { apiKey, token, item } = newKey(settings);
  const { id, createdAt } = apiKey;
  const gatewayKey = newGatewayKeyName(id);
  const marks = {
    [PENDING_SINCE]: createdAt,
    [GATEWAY_KEY]: gatewayKey,
    [GATEWAY_KEYS]: { [gatewayKey]: createdAt },
  };
  // The id is new, so an existing item can only be this same write, retried after its response was lost.
  await store.writer.put({ ...item, ...marks }, undefined);
  const gatewayKeyId = await store.gatewayKeys.create(gatewayKey, usagePlanId);
  return { apiKey, token, activation: activateKey(id, gatewayKeyId) };
};

/**
 * Deletes a key that was prepared but not activated. A no-op for an active key: the decision is written first
 * and rules out a later activation.
 */
export const discardKey = async ({ reader, writer, gatewayKeys }: KeyStore, id: string): Promise<void> => {
  if (!(await writer.transact([discardPendingKey(id)]))) return;
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  if (item === undefined) return;
  for (const { name } of gatewayKeyMarksOf(item)) await gatewayKeys.remove(name);
  await writer.transact([deletePendingKey(id)]);
};
