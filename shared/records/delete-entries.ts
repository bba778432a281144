import { callListEntryFromItem } from '../table/call-lists/call-list-mapper.ts';
import { addToEntryCount, deleteEntry, type StoredEntry } from '../table/call-lists/call-list-writes.ts';
import { requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey, callListKey } from '../table/items/keys.ts';
import { DELETED_VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import { isListed } from '../table/items/versions.ts';
import type { Item } from '../table/reader.ts';
import { addToCollectionCount } from '../table/records/collection-writes.ts';
import type { Table } from '../table/table.ts';
import { MAX_TRANSACTION_WRITES, type WriteOperation } from '../table/writer.ts';
import { auditDeletion, type DeletedRecord, type DeletionOptions, type RecordReference } from './deletion.ts';
import { LOST, retryLostRaces } from './lost-races.ts';

/** Each entry takes two writes. Two more count them: in their list, and in the organization. */
const BATCH_ENTRIES = Math.floor((MAX_TRANSACTION_WRITES - 2) / 2);

const storedEntry = (item: Item): StoredEntry => ({ entry: callListEntryFromItem(item), item });

/** The writes that delete entries of one list. */
const deletionOf = (
  entries: readonly StoredEntry[],
  locators: ReadonlyMap<unknown, Item>,
  organizationId: string,
  now: Date,
): readonly WriteOperation[] => {
  const options = { organizationId, isSilent: false, now };
  const [first] = entries;
  if (first === undefined) return [];
  const listed = entries.filter(({ item }) => isListed(item)).length;
  return [
    ...entries.flatMap((each) =>
      deleteEntry(each, locators.get(callListEntryLocatorKey(organizationId, each.entry.id).pk), options),
    ),
    addToEntryCount(organizationId, first.entry.callListId, -entries.length),
    ...addToCollectionCount(organizationId, 'callListEntries', -listed),
  ];
};

/**
 * Deletes all entries of a call list, in transactions of up to {@link BATCH_ENTRIES}. Can be interrupted and repeated.
 *
 * @returns how many it deleted
 */
export const deleteEntriesOfList = async (
  { reader, writer }: Table,
  organizationId: string,
  callListId: string,
): Promise<number> => {
  const partition = callListKey(organizationId, callListId).pk;
  const deleteBatch = () =>
    retryLostRaces(async () => {
      const { items } = await reader.queryPage({
        partition,
        from: 'ENTRY#',
        consistentRead: true,
        limit: BATCH_ENTRIES,
      });
      if (items.length === 0) return 0;
      const entries = items.map(storedEntry);
      const locators = await reader.getMany(
        entries.map(({ entry }) => callListEntryLocatorKey(organizationId, entry.id)),
        { consistentRead: true },
      );
      const byKey = new Map(locators.map((locator) => [locator['pk'], locator]));
      const isDeleted = await writer.transact((now) => deletionOf(entries, byKey, organizationId, now));
      return isDeleted ? entries.length : LOST;
    });
  let deleted = 0;
  for (let batch = await deleteBatch(); batch > 0; batch = await deleteBatch()) deleted += batch;
  return deleted;
};

/** Deletes one entry of a call list. */
export const deleteCallListEntry = (
  { reader, writer }: Table,
  { organizationId, id }: RecordReference,
  { actor }: DeletionOptions,
): Promise<DeletedRecord | undefined> =>
  retryLostRaces(async () => {
    const locatorKey = callListEntryLocatorKey(organizationId, id);
    const locator = await reader.get(locatorKey, { consistentRead: true });
    if (locator === undefined || locator[DELETED_VERSION_ATTRIBUTE] !== undefined) return undefined;
    const callListId = requiredString(locator, 'callListId');
    const key = callListEntryKey(organizationId, callListId, requiredNumber(locator, 'position'), id);
    const item = await reader.get(key, { consistentRead: true });
    if (item === undefined) {
      // The entry moved between the two reads, unless the locator is one without an entry.
      const later = await reader.get(locatorKey, { consistentRead: true });
      return later?.['version'] === locator['version'] ? undefined : LOST;
    }
    const entries = [storedEntry(item)];
    const locators = new Map([[locator['pk'], locator]]);
    const isDeleted = await writer.transact((now) => [
      ...deletionOf(entries, locators, organizationId, now),
      auditDeletion({ organizationId, kind: 'call_list_entry', id }, 'call_list_entry.deleted', actor, now),
    ]);
    if (!isDeleted) return LOST;
    const sequence = requiredNumber(item, 'version') + 1;
    return { kind: 'call_list_entry', id, sequence, deletedEntries: 0 };
  });
