import { timestampOf } from '../domain/timestamp.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { WriteOperation } from '../table/writer.ts';
import { PENDING_SINCE } from './api-key-mapper.ts';
import { GATEWAY_KEYS, gatewayKeyMarksOf, newGatewayKeyName } from './gateway-key-marks.ts';
import { type KeyStore, usagePlanIdOf } from './key-store.ts';
import { activateKey, deletePendingKey, discardPendingKey } from './key-writes.ts';
import { countForMember } from './member-limit.ts';
import { GATEWAY_KEY } from './metering.ts';
import { type CreatedApiKey, type KeySettings, newKey } from './new-key.ts';

/** A key that is stored and metered, but not accepted until its activation is written. */
export interface PreparedKey extends CreatedApiKey {
  /** Belongs in the transaction that decides on the key. */
  readonly activation: WriteOperation;
}

export interface KeyOptions {
  /** Whether the key counts for the limit of its owner, a member. */
  readonly isLimited: boolean;
}

/** Creates the gateway key of a pending key. If that fails, the key no longer counts for any limit. */
const createGatewayKey = async (
  store: KeyStore,
  id: string,
  name: string,
  usagePlanId: string,
): Promise<string> => {
  try {
    return await store.gatewayKeys.create(name, usagePlanId);
  } catch (error) {
    await store.writer.transact([discardPendingKey(id)]).catch(store.onCleanUpFailure);
    throw error;
  }
};

/**
 * Creates a key in an order that survives a crash at any step: first a pending item, which is not accepted
 * and names the gateway key; then the gateway key and its plan; last, by the caller, the activation. A crash
 * leaves an item that `removeOrphanedGatewayKeys` finds. A key is never active without its limits.
 */
export const prepareKey = async (
  store: KeyStore,
  settings: KeySettings,
  { isLimited }: KeyOptions,
): Promise<PreparedKey> => {
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
  const pending: WriteOperation = { put: { Item: { ...item, ...marks } } };
  await retryLostRaces(async () => {
    const now = timestampOf(new Date());
    const limit = isLimited ? [await countForMember(store.reader, apiKey, now, 'Revoke one first.')] : [];
    return (await store.writer.transact([pending, ...limit])) || LOST;
  });
  const gatewayKeyId = await createGatewayKey(store, id, gatewayKey, usagePlanId);
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
