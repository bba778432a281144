import type { ShardedKind } from '../../kinds/names.ts';
import { callListChangePartitions, changePartitions } from '../../table/items/change-keys.ts';
import { CHANGE_INDEX } from '../../table/items/schema.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { createCollection, readTotal } from './collection.ts';

/**
 * Makes the collection of all resources of a kind that an organization has. Its annotation lets each function
 * omit the kinds that it does not read.
 */
export const collectionOf =
  /* @__NO_SIDE_EFFECTS__ */
    <T>(name: ShardedKind, fromItem: (item: Item) => T) =>
    (reader: TableReader, organizationId: string) =>
      createCollection(
        reader,
        { index: CHANGE_INDEX, partitions: changePartitions(organizationId, name) },
        fromItem,
        () => readTotal(reader, organizationId, name),
      );

/** The call lists of an organization, all or by whether they are locked, sorted by `changedAt`. */
export const createChangedCallLists = <T>(
  reader: TableReader,
  organizationId: string,
  isLocked: boolean | undefined,
  count: () => Promise<number | null>,
  fromItem: (item: Item) => T,
) =>
  createCollection(
    reader,
    { index: CHANGE_INDEX, partitions: callListChangePartitions(organizationId, isLocked) },
    fromItem,
    count,
  );
