import { COUNTERS, counterKey } from '../../table/items/change-keys.ts';
import type { CollectionName } from '../../table/items/keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import type { WriteOperation } from '../../table/writer.ts';

let nextCounter = Math.floor(Math.random() * COUNTERS);

/**
 * Counts resources in the transaction that creates or deletes them. Takes the counters in turn, because
 * concurrent transactions that update the same one conflict.
 *
 * @param added negative for deletions
 * @returns no write for 0
 */
export const addToCollectionCount = (
  organizationId: string,
  collection: Exclude<CollectionName, 'callLists'>,
  added: number,
): readonly WriteOperation[] => {
  if (added === 0) return [];
  nextCounter = (nextCounter + 1) % COUNTERS;
  return [
    { update: updateOf(counterKey(organizationId, collection, nextCounter), {}, {}, { total: added }) },
  ];
};
