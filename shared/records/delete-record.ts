import { PLAIN_KINDS, type PlainKind, type Snake, snakeOf } from '../kinds/names.ts';
import { requiredBoolean, requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListEntryLocatorKey, callListKey, recordKeyOf } from '../table/items/keys.ts';
import { existing, unchangedResource, versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import { MAX_TRANSACTION_WRITES, type WriteOperation } from '../table/writer.ts';
import {
  addToCallListCounts,
  addToEntryCount,
  deleteCallList,
  deleteEntry,
  type StoredEntry,
} from './call-lists/call-list-writes.ts';
import { readEntry, storedEntry } from './call-lists/call-lists.ts';
import {
  auditDeletion,
  type DeletedRecord,
  type DeletionOptions,
  type RecordKind,
  type RecordReference,
} from './deletion.ts';
import { touchTargets } from './retention/record-touches.ts';
import { addToCollectionCount, type RecordWriteOptions, tombstoneOf } from './store/record-writes.ts';

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
    ...addToCollectionCount(organizationId, 'call-list-entry', -entries.length),
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

/** The conditions of a deletion by an import. */
const checksOf = (fence: DeletionOptions['fence']): readonly WriteOperation[] =>
  fence === undefined ? [] : [fence.check()];

/** Deletes one entry of a call list. */
export const deleteCallListEntry = (
  { reader, writer }: Table,
  { organizationId, id }: RecordReference,
  { actor, fence, isWanted = () => true }: DeletionOptions,
): Promise<DeletedRecord | undefined> =>
  retryLostRaces(async () => {
    const stored = await readEntry(reader, organizationId, id);
    if (stored === LOST || stored === undefined) return stored;
    if (!isWanted(stored.item)) return undefined;
    await touchTargets({ reader, writer }, organizationId, [stored.entry]);
    const locators = new Map([[stored.locator['pk'], stored.locator]]);
    const isDeleted = await writer.transact((now) => [
      ...deletionOf([stored], locators, organizationId, now),
      auditDeletion({ organizationId, kind: 'call_list_entry', id }, 'call_list_entry.deleted', actor, now),
      ...checksOf(fence),
    ]);
    if (!isDeleted) {
      await fence?.assertOpen();
      return LOST;
    }
    const sequence = (versionOf(stored.item) ?? 0) + 1;
    return { kind: 'call_list_entry', id, sequence, deletedEntries: 0 };
  });

type Delete = (
  table: Table,
  record: RecordReference,
  options: DeletionOptions,
) => Promise<DeletedRecord | undefined>;

/**
 * The writes that delete stored people or companies and count them out of their collection.
 *
 * @param conditionOf the condition of each deletion
 */
export const deletionOfRecords = (
  organizationId: string,
  kind: PlainKind,
  stored: readonly Item[],
  options: RecordWriteOptions,
  conditionOf: (item: Item) => ReturnType<typeof unchangedResource> = unchangedResource,
): readonly WriteOperation[] => [
  ...stored.map((item) => {
    const key = recordKeyOf(kind)(organizationId, requiredString(item, 'id'));
    return { put: { Item: { ...tombstoneOf(key, item, options) }, ...conditionOf(item) } };
  }),
  ...addToCollectionCount(organizationId, kind, -stored.length),
];

const deletePlain =
  (name: PlainKind): Delete =>
  ({ reader, writer }, { organizationId, id }, { actor, isSilent = false, fence, isWanted = () => true }) =>
    retryLostRaces(async () => {
      const kind = snakeOf(name);
      const key = recordKeyOf(name)(organizationId, id);
      const stored = existing(await reader.get(key, { consistentRead: true }));
      if (stored === undefined || !isWanted(stored)) return undefined;
      const isDeleted = await writer.transact((now) => [
        ...deletionOfRecords(organizationId, name, [stored], { isSilent, now, mark: fence?.mark }),
        auditDeletion({ organizationId, kind, id }, `${kind}.deleted`, actor, now),
        ...checksOf(fence),
      ]);
      if (!isDeleted) {
        await fence?.assertOpen();
        return LOST;
      }
      return { kind, id, sequence: requiredNumber(stored, 'version') + 1, deletedEntries: 0 };
    });

/** Deletes the entries first. If more arrive meanwhile, it deletes these, too. */
const deleteList: Delete = async (table, { organizationId, id }, options) => {
  const { actor, isSilent = false, fence, isWanted = () => true } = options;
  const key = callListKey(organizationId, id);
  let deletedEntries = 0;
  return retryLostRaces(async () => {
    const wanted = existing(await table.reader.get(key, { consistentRead: true }));
    if (wanted === undefined || !isWanted(wanted)) return undefined;
    deletedEntries += await deleteEntriesOfList(table, organizationId, id);
    const stored = existing(await table.reader.get(key, { consistentRead: true }));
    if (stored === undefined) return undefined;
    const locked = requiredBoolean(stored, 'isLocked') ? -1 : 0;
    const isDeleted = await table.writer.transact((now) => [
      deleteCallList(stored, { organizationId, isSilent, now, mark: fence?.mark }),
      addToCallListCounts(organizationId, { total: -1, locked }),
      auditDeletion({ organizationId, kind: 'call_list', id }, 'call_list.deleted', actor, now),
      ...checksOf(fence),
    ]);
    if (!isDeleted) {
      await fence?.assertOpen();
      return LOST;
    }
    return { kind: 'call_list', id, sequence: requiredNumber(stored, 'version') + 1, deletedEntries };
  });
};

const DELETE: Readonly<Record<RecordKind, Delete>> = {
  ...(Object.fromEntries(PLAIN_KINDS.map((name) => [snakeOf(name), deletePlain(name)])) as Readonly<
    Record<Snake<PlainKind>, Delete>
  >),
  call_list: deleteList,
  call_list_entry: deleteCallListEntry,
};

/**
 * Deletes a record of any kind, and counts it out of its collection. The call list entries of a deleted
 * person or company stay; those of a deleted call list are deleted. Can be interrupted and repeated.
 *
 * Throws a TableUnavailableError if concurrent updates keep changing the record.
 *
 * @returns `undefined` if the organization has no such record
 */
export const deleteRecord: Delete = (table, record, options) => DELETE[record.kind](table, record, options);
