import { optionalString } from '../table/items/attributes.ts';
import { apiKeyKey } from '../table/items/keys.ts';
import type { TableReader } from '../table/reader.ts';

/** Rotations from one key to the last of its successors. Far more than a key has in years. */
const MAX_ROTATIONS = 1_000;

/** The last of the keys that a key was rotated to, or itself. One read per rotation. */
export const lastSuccessor = async (reader: TableReader, keyId: string): Promise<string> => {
  let last = keyId;
  for (let rotation = 0; rotation < MAX_ROTATIONS; rotation++) {
    const [item] = await reader.getMany([apiKeyKey(last)], { consistentRead: true });
    const successor = item === undefined ? null : optionalString(item, 'rotatedTo');
    if (successor === null) return last;
    last = successor;
  }
  return last;
};

/**
 * Which of these keys are a key itself, or were rotated to it, directly or by way of other keys. One batch of
 * reads per rotation in between.
 *
 * @param ids of keys that may exist no longer
 */
export const keysRotatedTo = async (
  reader: TableReader,
  keyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set(ids.filter((id) => id === keyId));
  /** By key, the last of its successors that is known. */
  let open = new Map(ids.filter((id) => id !== keyId).map((id) => [id, id]));
  for (let rotation = 0; open.size > 0 && rotation < MAX_ROTATIONS; rotation++) {
    const items = await reader.getMany(
      [...new Set(open.values())].map((id) => apiKeyKey(id)),
      { consistentRead: true },
    );
    const successors = new Map(items.map((item) => [item['id'], optionalString(item, 'rotatedTo')]));
    const next = new Map<string, string>();
    for (const [id, last] of open) {
      const successor = successors.get(last) ?? null;
      if (successor === keyId) found.add(id);
      else if (successor !== null) next.set(id, successor);
    }
    open = next;
  }
  return found;
};
