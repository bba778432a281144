import type { CallListEntry } from '../../kinds/call-list-entry.ts';
import { optionalNumber, requiredNumber, requiredString } from '../../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey } from '../../table/items/keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { idOfPartition } from '../store/record-reader.ts';
import { type EntryPlace, lookupPartitions, placeOfText } from './lookup-keys.ts';

/** Where a locator says that its entry is: nowhere if it was deleted. */
const placesOf = (locator: Item): readonly EntryPlace[] =>
  optionalNumber(locator, 'position') === null
    ? []
    : [
        {
          callListId: requiredString(locator, 'callListId'),
          position: requiredNumber(locator, 'position'),
          id: idOfPartition(locator),
        },
      ];

const placesOfPerson = async (
  reader: TableReader,
  organizationId: string,
  personId: string,
): Promise<readonly EntryPlace[]> => {
  const [partition = ''] = lookupPartitions(organizationId, 'ENTRY_PERSON', personId);
  return (await readItems(reader, { partition })).map(({ sk }) => placeOfText(String(sk)));
};

/**
 * The ids of all entries that may hold data of a person, also of some that are of another person by now. An
 * entry that was added within the last seconds may be missing. Costs 0.5 read units per 20 entries.
 */
export const entryIdsOfPerson = async (
  ...person: Parameters<typeof placesOfPerson>
): Promise<readonly string[]> => [...new Set((await placesOfPerson(...person)).map(({ id }) => id))];

/**
 * All call list entries of a person, in no particular order, with strong consistency: none that is of another
 * person by now. An entry that was added within the last seconds may be missing. Costs 1 read unit per entry,
 * and 0.5 per 20.
 */
export const entriesOfPerson = async (
  reader: TableReader,
  organizationId: string,
  personId: string,
): Promise<readonly CallListEntry[]> => {
  const readEntries = async (places: readonly EntryPlace[]): Promise<readonly CallListEntry[]> => {
    const keys = places.map(({ callListId, position, id }) =>
      callListEntryKey(organizationId, callListId, position, id),
    );
    return (await reader.getMany(keys, { consistentRead: true })).map(callListEntryFromItem);
  };

  const places = await placesOfPerson(reader, organizationId, personId);
  const found = new Map((await readEntries(places)).map((entry) => [entry.id, entry]));
  // Entries that moved since: their locators know where to.
  const missing = new Set(places.map(({ id }) => id).filter((id) => !found.has(id)));
  const locators = await reader.getMany(
    [...missing].map((id) => callListEntryLocatorKey(organizationId, id)),
    { consistentRead: true },
  );
  for (const entry of await readEntries(locators.flatMap(placesOf))) found.set(entry.id, entry);
  return [...found.values()].filter((entry) => entry.personId === personId);
};
