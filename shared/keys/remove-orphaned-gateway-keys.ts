import { optionalString } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem, isOverdue, isPending, isUnmetered, PENDING_SINCE } from './api-key-mapper.ts';
import type { KeyStore } from './key-store.ts';
import { deletePendingKey, discardPendingKey, dropGatewayKey } from './key-writes.ts';
import { gatewayKeysOf } from './metering.ts';
import { readActivePredecessors } from './predecessors.ts';

/**
 * API Gateway allows 5 deletions per second, and a listing must not wait long. The next listing continues.
 */
const MAX_REMOVALS = 5;

/**
 * Deletes a key that was not activated. A no-op for an active key: the decision is written first and rules
 * out a later activation.
 */
const discardKey = async ({ reader, writer, gatewayKeys }: KeyStore, id: string): Promise<void> => {
  if (!(await writer.transact([discardPendingKey(id)]))) return;
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  if (item === undefined) return;
  for (const name of Object.keys(gatewayKeysOf(item))) await gatewayKeys.remove(name);
  await writer.transact([deletePendingKey(id)]);
};

type Removal = () => Promise<void>;

/**
 * The removals of gateway keys that meter no key. The last key of a chain of rotations decides for all: once
 * it is no longer active, no other can join them.
 */
const removalsFor = async (store: KeyStore, item: Item, now: string): Promise<readonly Removal[]> => {
  const apiKey = apiKeyFromItem(item);
  if (isPending(item)) {
    const isOrphaned = !isUnmetered(item) && isOverdue(item[PENDING_SINCE], now);
    return isOrphaned ? [() => discardKey(store, apiKey.id)] : [];
  }
  const stored = Object.entries(gatewayKeysOf(item));
  if (apiKey.rotatedTo !== null || stored.length === 0) return [];
  const isActive =
    stateOf(apiKey, now) === 'active' || (await readActivePredecessors(store, item, now)).length > 0;
  return stored
    .filter(([, { id, at }]) => (id === undefined ? isOverdue(at, now) : !isActive))
    .map(([name, { id }]) => async () => {
      await store.gatewayKeys.remove(name, id);
      await store.writer.transact([dropGatewayKey(apiKey.id, name)]);
    });
};

/**
 * Removes what is no longer needed: keys that never became active, gateway keys whose creation was
 * interrupted, and those whose keys are all revoked or expired. Safe to interrupt and repeat.
 *
 * @param now as a timestamp in the stored form
 */
export const removeOrphanedGatewayKeys = async (
  store: KeyStore,
  items: readonly Item[],
  now: string,
): Promise<void> => {
  let removed = 0;
  for (const item of items) {
    for (const remove of await removalsFor(store, item, now)) {
      if (removed === MAX_REMOVALS) return;
      await remove();
      removed += 1;
    }
  }
};

const lastOfChain = async (reader: TableReader, item: Item): Promise<Item> => {
  const id = optionalString(item, 'rotatedTo');
  const next = id === null ? undefined : await reader.get(apiKeyKey(id), { consistentRead: true });
  return next === undefined ? item : lastOfChain(reader, next);
};

/** Removes the gateway keys of a revoked key, unless a key that shares them is still active. */
export const removeGatewayKeysOf = async (store: KeyStore, item: Item, now: string): Promise<void> => {
  const last = await lastOfChain(store.reader, item);
  for (const remove of await removalsFor(store, last, now)) await remove();
};
