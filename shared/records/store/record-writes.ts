import type { ShardedKind } from '../../kinds/names.ts';
import { COUNTERS, counterKey } from '../../table/items/change-keys.ts';
import { collectionSortKey, type TableKey } from '../../table/items/keys.ts';
import {
  CHANGE_INDEX,
  CHANGED_ATTRIBUTE,
  DELETED_ATTRIBUTE,
  ERASED_ATTRIBUTE,
} from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { nextChangedAt, nextVersion, unchangedResource, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
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
  collection: ShardedKind,
  added: number,
): readonly WriteOperation[] => {
  if (added === 0) return [];
  nextCounter = (nextCounter + 1) % COUNTERS;
  return [
    { update: updateOf(counterKey(organizationId, collection, nextCounter), {}, {}, { total: added }) },
  ];
};

export interface RecordWriteOptions {
  /** Whether the write must not become an event. */
  readonly isSilent: boolean;
  /** The import that writes, and what becomes of the row. */
  readonly mark?: string | undefined;
  /** When the write is made. It becomes the `changedAt` of what it changes. */
  readonly now: Date;
}

/**
 * Creates or replaces a person or company.
 *
 * @param item of the record, whatever its `changedAt`
 * @param stored the item that was read: undefined if there was none, or a tombstone
 */
export const putRecord = (item: Item, stored: Item | undefined, options: RecordWriteOptions) => {
  const changedAt = nextChangedAt(options.now, stored);
  const stamped = {
    ...item,
    [CHANGED_ATTRIBUTE]: changedAt,
    [CHANGE_INDEX.sortKey]: collectionSortKey(changedAt, String(item['id'])),
  };
  return {
    put: { Item: { ...nextVersion(stamped, versionOf(stored), options) }, ...unchangedResource(stored) },
  };
};

/**
 * The tombstone of a person, company or call list. It keeps nothing of the resource but its key, id and
 * version.
 *
 * @param isErased marks the data of a person as erased, which becomes another event
 */
export const tombstoneOf = (
  key: TableKey,
  stored: Item,
  { now, ...options }: RecordWriteOptions,
  isErased = false,
): Item => {
  const at = nextChangedAt(now, stored);
  return nextVersion(
    {
      ...key,
      id: stored['id'],
      [DELETED_ATTRIBUTE]: at,
      ...(isErased ? { [ERASED_ATTRIBUTE]: at } : {}),
    },
    versionOf(stored),
    options,
  );
};
