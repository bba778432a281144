import { requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey, type TableKey } from '../table/items/keys.ts';
import type { Resource } from '../table/items/resource-key.ts';
import { PREVIOUS_ATTRIBUTE, VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { TableChange } from './table-change.ts';

type EntryResource = Extract<Resource, { kind: 'call_list_entry' }>;

/** The removal of an entry's item. */
interface Removal {
  readonly change: TableChange;
  readonly entry: EntryResource;
  /** The version of the removed item. */
  readonly version: number;
}

const nameOf = ({ pk, sk }: TableKey): string => `${pk} ${sk}`;

const stateOf = (entry: EntryResource, version: number): string =>
  JSON.stringify([entry.organizationId, entry.callListId, entry.id, version]);

const removalOf = (change: TableChange): readonly Removal[] => {
  const { resource: entry, before, after } = change;
  if (entry.kind !== 'call_list_entry' || before === undefined || after !== undefined) return [];
  return [{ change, entry, version: requiredNumber(before, VERSION_ATTRIBUTE) }];
};

/** The state of a moved entry, if the change inserts it at its new position. */
const arrivalOf = ({ resource: entry, before, after }: TableChange): readonly string[] => {
  if (entry.kind !== 'call_list_entry' || before !== undefined) return [];
  if (after?.[PREVIOUS_ATTRIBUTE] === undefined) return [];
  return [stateOf(entry, requiredNumber(after, VERSION_ATTRIBUTE))];
};

/** Reads items by key, each once. */
const readItems = async (
  keys: readonly TableKey[],
  reader: TableReader,
): Promise<(key: TableKey) => Item | undefined> => {
  if (keys.length === 0) return () => undefined;
  const distinct = new Map(keys.map((key) => [nameOf(key), key]));
  const items = await reader.getMany([...distinct.values()], { consistentRead: true });
  const found = new Map(items.map((item) => [`${String(item['pk'])} ${String(item['sk'])}`, item]));
  return (key) => found.get(nameOf(key));
};

/** The removals whose entry is stored at another position of its list, in a later version. */
const stillListed = async (
  removals: readonly Removal[],
  reader: TableReader,
): Promise<readonly TableChange[]> => {
  const locatorKey = ({ entry }: Removal): TableKey =>
    callListEntryLocatorKey(entry.organizationId, entry.id);
  const locatorOf = await readItems(removals.map(locatorKey), reader);
  const located = removals.flatMap((removal) => {
    const { organizationId, callListId, id } = removal.entry;
    const locator = locatorOf(locatorKey(removal));
    if (locator === undefined || requiredString(locator, 'callListId') !== callListId) return [];
    const position = requiredNumber(locator, 'position');
    return [{ ...removal, key: callListEntryKey(organizationId, callListId, position, id) }];
  });
  const entryOf = await readItems(
    located.map(({ key }) => key),
    reader,
  );
  return located.flatMap(({ change, version, key }) => {
    const entry = entryOf(key);
    // A lower version is an entry that was deleted and created again.
    return entry !== undefined && requiredNumber(entry, VERSION_ATTRIBUTE) > version ? [change] : [];
  });
};

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
  const { moved = [], unknown = [] } = Object.groupBy(changes.flatMap(removalOf), ({ entry, version }) =>
    arrivals.has(stateOf(entry, version + 1)) ? 'moved' : 'unknown',
  );
  return new Set([...moved.map(({ change }) => change), ...(await stillListed(unknown, reader))]);
};
