import { requiredNumber } from '../../table/items/attributes.ts';
import { entriesOfListPartitions } from '../../table/items/change-keys.ts';
import { callListKey } from '../../table/items/keys.ts';
import { COLLECTION_INDEX } from '../../table/items/schema.ts';
import { existing } from '../../table/items/versions.ts';
import type { TableReader } from '../../table/reader.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { createCollection } from './collection.ts';
import { collectionOf } from './collections.ts';

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
