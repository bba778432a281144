import type { ShardedKind } from '../../kinds/names.ts';
import {
  callListKey,
  callListPartition,
  collectionPartition,
  collectionSortKey,
  type TableKey,
} from './keys.ts';
import { CHANGE_INDEX } from './schema.ts';
import { sharded, shardOf } from './shards.ts';

/** Counters per collection. Concurrent transactions that update the same one conflict. */
export const COUNTERS = 32;

/** The change index partitions of all people, companies or entries of an organization. */
export const changePartitions = (organizationId: string, collection: ShardedKind): readonly string[] =>
  sharded(collectionPartition(organizationId, collection));

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
export const changeKeys = (organizationId: string, collection: ShardedKind, changed: Changed) =>
  changeIndexKeys(shardOf(collectionPartition(organizationId, collection), changed.id), changed);

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
  gsi1pk: shardOf(callListKey(organizationId, entry.callListId).pk, entry.id),
  gsi1sk: collectionSortKey(entry.changedAt, entry.id),
});

/** One of the {@link COUNTERS} of a collection. The number of its resources is the sum of all. */
export const counterKey = (organizationId: string, collection: ShardedKind, counter: number): TableKey => ({
  pk: collectionPartition(organizationId, collection),
  sk: `COUNT#${String(counter).padStart(2, '0')}`,
});
