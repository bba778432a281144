import { requiredNumber, requiredString } from '../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey } from '../table/items/keys.ts';
import { DELETED_VERSION_ATTRIBUTE } from '../table/items/schema.ts';
import { versionOf } from '../table/items/versions.ts';
import { LOST } from '../table/lost-races.ts';
import type { Item, TableReader } from '../table/reader.ts';
import { callListEntryFromItem } from './call-lists/call-list-mapper.ts';
import type { StoredEntry } from './call-lists/call-list-writes.ts';

export const storedEntry = (item: Item): StoredEntry => ({ entry: callListEntryFromItem(item), item });

/**
 * Reads an entry and its locator by the entry's id.
 *
 * @returns `undefined` if there is no such entry, {@link LOST} if it moved between the reads
 */
export const readEntry = async (
  reader: TableReader,
  organizationId: string,
  id: string,
): Promise<(StoredEntry & { readonly locator: Item }) | typeof LOST | undefined> => {
  const consistent = { consistentRead: true };
  const locatorKey = callListEntryLocatorKey(organizationId, id);
  const locator = await reader.get(locatorKey, consistent);
  if (locator === undefined || locator[DELETED_VERSION_ATTRIBUTE] !== undefined) return undefined;
  const callListId = requiredString(locator, 'callListId');
  const key = callListEntryKey(organizationId, callListId, requiredNumber(locator, 'position'), id);
  const item = await reader.get(key, consistent);
  if (item !== undefined) return { ...storedEntry(item), locator };
  // Unless it moved, the locator is one whose entry is missing.
  const later = await reader.get(locatorKey, consistent);
  return versionOf(later) === versionOf(locator) ? undefined : LOST;
};
