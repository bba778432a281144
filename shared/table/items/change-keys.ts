import {
  type CollectionName,
  callListKey,
  callListPartition,
  collectionPartition,
  collectionSortKey,
  type TableKey,
} from './keys.ts';
import { CHANGE_INDEX } from './schema.ts';

/**
 * Partitions of the change index per collection. An index partition takes 1,000 writes per second, two per
 * change, and writes to the table wait for it
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html).
 */
const SHARDS = 8;

/** Counters per collection. Concurrent transactions that update the same one conflict. */
export const COUNTERS = 32;

const sharded = (prefix: string): readonly string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${prefix}#${shard}`);

/** Spreads ids by their last digit, which is random in UUIDs of all usual versions. */
const shardOf = (id: string): number => Number.parseInt(id.slice(-1), 16) % SHARDS;

/** The change index partitions of all people, companies or entries of an organization. */
export const changePartitions = (
  organizationId: string,
  collection: Exclude<CollectionName, 'callLists'>,
): readonly string[] => sharded(collectionPartition(organizationId, collection));

/** The change index partitions of call lists, all or by whether they are locked. */
export const callListChangePartitions = (organizationId: string, isLocked?: boolean): readonly string[] =>
  (isLocked === undefined ? [true, false] : [isLocked]).map((each) =>
    callListPartition(organizationId, each),
  );

/** The collection index partitions of the entries of one call list, in order of their last change. */
export const entriesOfListPartitions = (organizationId: string, callListId: string): readonly string[] =>
  sharded(callListKey(organizationId, callListId).pk);

interface Changed {
  readonly id: string;
  readonly changedAt: string;
}

const changeIndexKeys = (partition: string, { id, changedAt }: Changed) => ({
  [CHANGE_INDEX.partitionKey]: partition,
  [CHANGE_INDEX.sortKey]: collectionSortKey(changedAt, id),
});

/** The change index keys of a person, company or entry. */
export const changeKeys = (
  organizationId: string,
  collection: Exclude<CollectionName, 'callLists'>,
  changed: Changed,
) => changeIndexKeys(`${collectionPartition(organizationId, collection)}#${shardOf(changed.id)}`, changed);

/** The change index keys of a call list. */
export const callListChangeKeys = (
  organizationId: string,
  callList: Changed & { readonly isLocked: boolean },
) => changeIndexKeys(callListPartition(organizationId, callList.isLocked), callList);

/** The collection index keys of an entry, which list it among the entries of its call list. */
export const entryOfListKeys = (
  organizationId: string,
  entry: Changed & { readonly callListId: string },
) => ({
  gsi1pk: `${callListKey(organizationId, entry.callListId).pk}#${shardOf(entry.id)}`,
  gsi1sk: collectionSortKey(entry.changedAt, entry.id),
});

/** One of the {@link COUNTERS} of a collection. The number of its resources is the sum of all. */
export const counterKey = (
  organizationId: string,
  collection: Exclude<CollectionName, 'callLists'>,
  counter: number,
): TableKey => ({
  pk: collectionPartition(organizationId, collection),
  sk: `COUNT#${String(counter).padStart(2, '0')}`,
});
