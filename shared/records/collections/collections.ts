import type { ShardedKind } from '../../kinds/names.ts';
import { requiredNumber } from '../../table/items/attributes.ts';
import {
  callListChangePartitions,
  changePartitions,
  entriesOfListPartitions,
} from '../../table/items/change-keys.ts';
import { callListKey } from '../../table/items/keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX } from '../../table/items/schema.ts';
import { existing } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { companyFromItem, personFromItem } from '../store/record-items.ts';
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

/** The people of an organization, sorted by `changedAt`. */
export const createPeople = collectionOf('person', personFromItem);

/** The companies of an organization, sorted by `changedAt`. */
export const createCompanies = collectionOf('company', companyFromItem);

const createAllEntries = collectionOf('call-list-entry', callListEntryFromItem);

/** The entries of all call lists of an organization, or of one, sorted by `changedAt`. */
export const createCallListEntries = (
  reader: TableReader,
  organizationId: string,
  callListId: string | undefined,
) => {
  if (callListId === undefined) return createAllEntries(reader, organizationId);
  return createCollection(
    reader,
    { index: COLLECTION_INDEX, partitions: entriesOfListPartitions(organizationId, callListId) },
    callListEntryFromItem,
    async () => {
      const callList = existing(await reader.get(callListKey(organizationId, callListId)));
      return callList === undefined ? 0 : requiredNumber(callList, 'entryCount');
    },
  );
};

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
