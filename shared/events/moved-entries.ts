import { forEachConcurrently } from '../runtime/concurrency.ts';
import { list, optionalNumber, requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey, type TableKey } from '../table/items/keys.ts';
import {
  DELETED_VERSION_ATTRIBUTE,
  FIRST_VERSIONS_ATTRIBUTE,
  PREVIOUS_ATTRIBUTE,
  VERSION_ATTRIBUTE,
} from '../table/items/schema.ts';
import { versionOf } from '../table/items/versions.ts';
import { LOST, retryLostRaces } from '../table/lost-races.ts';
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

type EntryResource = Extract<TableChange['resource'], { readonly kind: 'call_list_entry' }>;

/**
 * Whether a removal is one half of a move: the entry is stored at another position in a later version, or was
 * deleted in one. A deletion counts as a version, so an entry that was created again has the second version
 * after the removed one.
 *
 * @param version the removed one
 */
const isMoved = (
  reader: TableReader,
  { organizationId, callListId, id }: EntryResource,
  version: number,
): Promise<boolean> =>
  retryLostRaces(async () => {
    const locatorKey = callListEntryLocatorKey(organizationId, id);
    const locator = await reader.get(locatorKey, { consistentRead: true });
    if (locator === undefined) return false;
    const firstVersions = list<number>(locator, FIRST_VERSIONS_ATTRIBUTE);
    if (firstVersions.includes(version + 2)) return false;
    if ((firstVersions.at(-1) ?? 0) > version) return true;
    if (requiredString(locator, 'callListId') !== callListId) return false;
    const deletedVersion = optionalNumber(locator, DELETED_VERSION_ATTRIBUTE);
    if (deletedVersion !== null) return deletedVersion > version + 1;
    const position = requiredNumber(locator, 'position');
    const entryKey = callListEntryKey(organizationId, callListId, position, id);
    // The transaction of the removal, or of the next move, may be visible only in part.
    const stored = await reader.transactGet([locatorKey, entryKey]);
    const itemOf = ({ sk }: TableKey): Item | undefined => stored.find((item) => item['sk'] === sk);
    if (versionOf(itemOf(locatorKey)) !== versionOf(locator)) return LOST;
    // A lower version is an entry whose locator is of another one, since removed.
    return (versionOf(itemOf(entryKey)) ?? 0) > version;
  });

/**
 * The changes that removed an entry's item only because the entry moved. The other half of the move is
 * usually among the changes; if not, this reads the table, twice per entry.
 *
 * @param changes of any kind
 */
export const movedEntries = async (
  changes: readonly TableChange[],
  reader: TableReader,
): Promise<ReadonlySet<TableChange>> => {
  const arrivals = new Set(changes.flatMap(arrivalOf));
  const moved = new Set<TableChange>();
  await forEachConcurrently(changes, CONCURRENCY, async (change) => {
    const { resource, before, after } = change;
    if (resource.kind !== 'call_list_entry' || before === undefined || after !== undefined) return;
    const version = requiredNumber(before, VERSION_ATTRIBUTE);
    const hasArrival = arrivals.has(stateOf(change, version + 1));
    if (hasArrival || (await isMoved(reader, resource, version))) moved.add(change);
  });
  return moved;
};
