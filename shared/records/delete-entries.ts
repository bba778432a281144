import { callListEntryLocatorKey, callListKey } from '../table/items/keys.ts';
import { versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import { MAX_TRANSACTION_WRITES, type WriteOperation } from '../table/writer.ts';
import { addToEntryCount, deleteEntry, type StoredEntry } from './call-lists/call-list-writes.ts';
import { auditDeletion, type DeletedRecord, type DeletionOptions, type RecordReference } from './deletion.ts';
import { addToCollectionCount } from './store/collection-writes.ts';
import { readEntry, storedEntry } from './stored-entry.ts';
import { touchTargets } from './touch-targets.ts';

/** Each entry takes two writes. Two more count them: in their list, and in the organization. */
const BATCH_ENTRIES = Math.floor((MAX_TRANSACTION_WRITES - 2) / 2);

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
  return [
    ...entries.flatMap((each) =>
      deleteEntry(each, locators.get(callListEntryLocatorKey(organizationId, each.entry.id).pk), options),
    ),
    addToEntryCount(organizationId, first.entry.callListId, -entries.length),
    ...addToCollectionCount(organizationId, 'callListEntries', -entries.length),
  ];
};

/**
 * Deletes all entries of a call list, in transactions of up to {@link BATCH_ENTRIES}. Can be interrupted and
 * repeated.
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
      await touchTargets(
        { reader, writer },
        organizationId,
        entries.map(({ entry }) => entry),
      );
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
    const stored = await readEntry(reader, organizationId, id);
    if (stored === LOST || stored === undefined) return stored;
    await touchTargets({ reader, writer }, organizationId, [stored.entry]);
    const locators = new Map([[stored.locator['pk'], stored.locator]]);
    const isDeleted = await writer.transact((now) => [
      ...deletionOf([stored], locators, organizationId, now),
      auditDeletion({ organizationId, kind: 'call_list_entry', id }, 'call_list_entry.deleted', actor, now),
    ]);
    if (!isDeleted) return LOST;
    const sequence = (versionOf(stored.item) ?? 0) + 1;
    return { kind: 'call_list_entry', id, sequence, deletedEntries: 0 };
  });
