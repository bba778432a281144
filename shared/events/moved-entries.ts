import { forEachConcurrently } from '../runtime/concurrency.ts';
import { optionalNumber, requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey, type TableKey } from '../table/items/keys.ts';
import {
  DELETED_VERSION_ATTRIBUTE,
  FIRST_VERSION_ATTRIBUTE,
  PREVIOUS_ATTRIBUTE,
  VERSION_ATTRIBUTE,
} from '../table/items/schema.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { TableChange } from './table-change.ts';

/** Concurrent reads of the table. */
const CONCURRENCY = 16;

const stateOf = ({ resource }: TableChange, version: number): string => JSON.stringify([resource, version]);

/** The state of a moved entry, if the change inserts it at its new position. */
const arrivalOf = (change: TableChange): readonly string[] => {
  const { resource, before, after } = change;
  if (resource.kind !== 'call_list_entry' || before !== undefined) return [];
  if (after?.[PREVIOUS_ATTRIBUTE] === undefined) return [];
  return [stateOf(change, requiredNumber(after, VERSION_ATTRIBUTE))];
};

/**
 * The changes that removed an entry's item only because the entry moved: it is stored at another position of
 * its list, in a later version. The other half of the move is usually among the changes; if not, this reads
 * the table, twice per entry.
 *
 * @param changes of any kind
 */
export const movedEntries = async (
  changes: readonly TableChange[],
  reader: TableReader,
): Promise<ReadonlySet<TableChange>> => {
  const arrivals = new Set(changes.flatMap(arrivalOf));
  const read = async (key: TableKey): Promise<Item | undefined> =>
    (await reader.getMany([key], { consistentRead: true }))[0];

  const isMoved = async (change: TableChange): Promise<boolean> => {
    const { resource, before, after } = change;
    if (resource.kind !== 'call_list_entry' || before === undefined || after !== undefined) return false;
    const version = requiredNumber(before, VERSION_ATTRIBUTE);
    if (arrivals.has(stateOf(change, version + 1))) return true;
    const { organizationId, callListId, id } = resource;
    const locator = await read(callListEntryLocatorKey(organizationId, id));
    if (locator === undefined || requiredString(locator, 'callListId') !== callListId) return false;
    // Deleted, and created again since.
    if ((optionalNumber(locator, FIRST_VERSION_ATTRIBUTE) ?? 0) > version) return false;
    // Deleted: by this change, or after it moved.
    const deletedVersion = optionalNumber(locator, DELETED_VERSION_ATTRIBUTE);
    if (deletedVersion !== null) return deletedVersion > version + 1;
    const position = requiredNumber(locator, 'position');
    const entry = await read(callListEntryKey(organizationId, callListId, position, id));
    // A lower version is an entry whose locator is of another one, since removed.
    return entry !== undefined && requiredNumber(entry, VERSION_ATTRIBUTE) > version;
  };

  const moved = new Set<TableChange>();
  await forEachConcurrently(changes, CONCURRENCY, async (change) => {
    if (await isMoved(change)) moved.add(change);
  });
  return moved;
};
