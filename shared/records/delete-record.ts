import { requiredBoolean, requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListKey, companyKey, personKey } from '../table/items/keys.ts';
import { existing, unchangedResource } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
import type { Item } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import { addToCallListCounts, deleteCallList } from './call-lists/call-list-writes.ts';
import { deleteCallListEntry, deleteEntriesOfList } from './delete-entries.ts';
import {
  auditDeletion,
  type DeletedRecord,
  type DeletionOptions,
  type RecordKind,
  type RecordReference,
} from './deletion.ts';
import { addToCollectionCount } from './store/collection-writes.ts';
import { type RecordWriteOptions, tombstoneOf } from './store/record-writes.ts';

const RECORDS = {
  person: { keyOf: personKey, collection: 'people' },
  company: { keyOf: companyKey, collection: 'companies' },
} as const;

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
  kind: 'person' | 'company',
  stored: readonly Item[],
  options: RecordWriteOptions,
  conditionOf: (item: Item) => ReturnType<typeof unchangedResource> = unchangedResource,
): readonly WriteOperation[] => [
  ...stored.map((item) => {
    const key = RECORDS[kind].keyOf(organizationId, requiredString(item, 'id'));
    return { put: { Item: { ...tombstoneOf(key, item, options) }, ...conditionOf(item) } };
  }),
  ...addToCollectionCount(organizationId, RECORDS[kind].collection, -stored.length),
];

const deletePersonOrCompany =
  (kind: 'person' | 'company'): Delete =>
  ({ reader, writer }, { organizationId, id }, { actor, isSilent = false, fence }) =>
    retryLostRaces(async () => {
      const key = RECORDS[kind].keyOf(organizationId, id);
      const stored = existing(await reader.get(key, { consistentRead: true }));
      if (stored === undefined) return undefined;
      const isDeleted = await writer.transact((now) => [
        ...deletionOfRecords(organizationId, kind, [stored], { isSilent, now }),
        auditDeletion({ organizationId, kind, id }, `${kind}.deleted`, actor, now),
        ...(fence === undefined ? [] : [fence.check()]),
      ]);
      if (!isDeleted) {
        await fence?.assertOpen();
        return LOST;
      }
      return { kind, id, sequence: requiredNumber(stored, 'version') + 1, deletedEntries: 0 };
    });

/** Deletes the entries first. If more arrive meanwhile, it deletes these, too. */
const deleteList: Delete = async (table, { organizationId, id }, { actor, isSilent = false }) => {
  const key = callListKey(organizationId, id);
  let deletedEntries = 0;
  return retryLostRaces(async () => {
    if (existing(await table.reader.get(key, { consistentRead: true })) === undefined) return undefined;
    deletedEntries += await deleteEntriesOfList(table, organizationId, id);
    const stored = existing(await table.reader.get(key, { consistentRead: true }));
    if (stored === undefined) return undefined;
    const locked = requiredBoolean(stored, 'isLocked') ? -1 : 0;
    const isDeleted = await table.writer.transact((now) => [
      deleteCallList(stored, { organizationId, isSilent, now }),
      addToCallListCounts(organizationId, { total: -1, locked }),
      auditDeletion({ organizationId, kind: 'call_list', id }, 'call_list.deleted', actor, now),
    ]);
    if (!isDeleted) return LOST;
    return { kind: 'call_list', id, sequence: requiredNumber(stored, 'version') + 1, deletedEntries };
  });
};

const DELETE: Readonly<Record<RecordKind, Delete>> = {
  person: deletePersonOrCompany('person'),
  company: deletePersonOrCompany('company'),
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
