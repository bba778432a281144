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
import { callListEntryFromItem } from '../call-lists/call-list-mapper.ts';
import { companyFromItem, personFromItem } from '../store/record-mappers.ts';
import { createCollection, readTotal } from './collection.ts';

/** The people of an organization, in order of change. */
export const createPeople = (reader: TableReader, organizationId: string) =>
  createCollection(
    reader,
    { index: CHANGE_INDEX, partitions: changePartitions(organizationId, 'people') },
    personFromItem,
    () => readTotal(reader, organizationId, 'people'),
  );

/** The companies of an organization, in order of change. */
export const createCompanies = (reader: TableReader, organizationId: string) =>
  createCollection(
    reader,
    { index: CHANGE_INDEX, partitions: changePartitions(organizationId, 'companies') },
    companyFromItem,
    () => readTotal(reader, organizationId, 'companies'),
  );

/** The entries of all call lists of an organization, or of one, in order of change. */
export const createCallListEntries = (
  reader: TableReader,
  organizationId: string,
  callListId: string | undefined,
) => {
  if (callListId === undefined) {
    const partitions = changePartitions(organizationId, 'callListEntries');
    return createCollection(reader, { index: CHANGE_INDEX, partitions }, callListEntryFromItem, () =>
      readTotal(reader, organizationId, 'callListEntries'),
    );
  }
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

/** The call lists of an organization, all or by whether they are locked, in order of change. */
export const createChangedCallLists = <T>(
  reader: TableReader,
  organizationId: string,
  isLocked: boolean | undefined,
  count: () => Promise<number>,
  fromItem: (item: Item) => T,
) =>
  createCollection(
    reader,
    { index: CHANGE_INDEX, partitions: callListChangePartitions(organizationId, isLocked) },
    fromItem,
    count,
  );
