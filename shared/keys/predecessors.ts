import { list } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { Item } from '../table/reader.ts';
import { stateOf } from './api-key.ts';
import { apiKeyFromItem } from './api-key-mapper.ts';
import type { KeyStore } from './key-store.ts';

/**
 * The ids of the keys that were rotated to a key, directly or by way of others, and were still in their grace
 * period when it was created. They share its gateway keys, and never outlive its expiry.
 */
export const PREDECESSORS = 'predecessors';

/**
 * How many keys in their grace period may share gateway keys with their successor. A change of plan writes
 * all of them in one transaction.
 */
export const MAX_PREDECESSORS = 24;

/** The items of the predecessors that are still active, the one that lasts longest first. */
export const readActivePredecessors = async (
  { reader }: KeyStore,
  item: Item,
  now: string,
): Promise<readonly Item[]> => {
  const ids = list<string>(item, PREDECESSORS);
  if (ids.length === 0) return [];
  const items = await reader.getMany(
    ids.map((id) => apiKeyKey(id)),
    { consistentRead: true },
  );
  return items
    .filter((each) => stateOf(apiKeyFromItem(each), now) === 'active')
    .toSorted((one, other) => String(other['expiresAt']).localeCompare(String(one['expiresAt'])));
};
