import { map } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { Item } from '../table/reader.ts';
import { type ApiKey, stateOf } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import type { KeyStore } from './key-store.ts';
import { keysRotatedTo } from './keys-rotated-to.ts';

/**
 * Maps the ids of the keys that share the gateway key of this one, because they were rotated to it, to the
 * end of their grace period. They never outlive it: they end with its expiry at the latest. It stays when the
 * gateway key passes to another key, which lists the others that are left.
 */
export const PREDECESSORS = 'predecessors';

/**
 * How many keys in their grace period may share a gateway key with their successor. A change of plan writes
 * all of them in one transaction.
 */
export const MAX_PREDECESSORS = 24;

/** The end of each of these keys, by id. */
export const endsOf = (items: readonly Item[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(items.map(({ id, expiresAt }) => [String(id), expiresAt]));

/** The items of the predecessors that are still active, the one that lasts longest first. */
export const readActivePredecessors = async (
  { reader }: KeyStore,
  item: Item,
  now: string,
): Promise<readonly Item[]> => {
  const ends = map<Record<string, string>>(item, PREDECESSORS) ?? {};
  const ids = Object.keys(ends).filter((id) => (ends[id] ?? '') > now);
  if (ids.length === 0) return [];
  const items = await reader.getMany(
    ids.map((id) => apiKeyKey(id)),
    { consistentRead: true },
  );
  return items
    .filter((each) => stateOf(apiKeyFromItem(each), now) === 'active')
    .toSorted((one, other) => String(other['expiresAt']).localeCompare(String(one['expiresAt'])));
};

/** The keys that were rotated to a key, directly or by way of others, and are still in their grace period. */
export const readKeysInGrace = async (
  store: KeyStore,
  item: Item,
  now: string,
): Promise<readonly ApiKey[]> => {
  const active = (await readActivePredecessors(store, item, now)).map(apiKeyFromItem);
  const ids = active.map(({ id }) => id);
  const rotated = await keysRotatedTo(store.reader, String(item['id']), ids);
  return active.filter(({ id }) => rotated.has(id));
};
