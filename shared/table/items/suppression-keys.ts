import type { TableKey } from './keys.ts';
import { sharded, shardOf } from './shards.ts';

const listPartition = (organizationId: string): string => `SUPPRESSIONS#${organizationId}`;

/** The item of the list itself: the key of its hashes, and how often it changed. */
export const suppressionListKey = (organizationId: string): TableKey => ({
  pk: listPartition(organizationId),
  sk: 'LIST',
});

/** The partitions of all entries of an organization's suppression list, which sort by their hashes. */
export const suppressionPartitions = (organizationId: string): readonly string[] =>
  sharded(listPartition(organizationId));

/** @param id the hash of what is suppressed, as a UUID */
export const suppressionKey = (organizationId: string, id: string): TableKey => ({
  pk: shardOf(listPartition(organizationId), id),
  sk: id,
});
