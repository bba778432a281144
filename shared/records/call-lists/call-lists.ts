import type { CallList } from '../../kinds/call-list.ts';
import type { CallListEntry } from '../../kinds/call-list-entry.ts';
import { requiredNumber, requiredString } from '../../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey, callListKey } from '../../table/items/keys.ts';
import type { EntryPosition } from '../../table/items/positions.ts';
import { DELETED_VERSION_ATTRIBUTE } from '../../table/items/schema.ts';
import { isDeleted, versionOf } from '../../table/items/versions.ts';
import { LOST } from '../../table/lost-races.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { callListEntryFromItem } from '../store/call-list-entry-items.ts';
import { callListFromItem } from '../store/call-list-items.ts';
import type { StoredEntry } from './call-list-writes.ts';

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

export interface CallListWithEntries {
  readonly callList: CallList;
  /** All entries of the list, not only those of this page. */
  readonly entryCount: number;
  readonly entries: readonly CallListEntry[];
  /** Whether more entries follow this page. */
  readonly hasMore: boolean;
}

export type CallListRepository = ReturnType<typeof createCallListRepository>;

/** Reads one call list with a page of its entries, in order of position. */
export const createCallListRepository = (reader: TableReader) => ({
  async getWithEntries(
    organizationId: string,
    id: string,
    { limit, after }: { readonly limit: number; readonly after?: EntryPosition | undefined },
  ): Promise<CallListWithEntries | undefined> {
    const key = callListKey(organizationId, id);
    const query = { partition: key.pk, limit: limit + 1 };
    let head: Item | undefined;
    let items: readonly Item[];
    if (after === undefined) {
      // The list sorts before its entries, so one Query returns both, plus one extra entry.
      [head, ...items] = await readItems(reader, { ...query, limit: limit + 2 });
    } else {
      const startAfter = { ...callListEntryKey(organizationId, id, after.position, after.id) };
      // The Query is sent first because it takes longer; the list's own item is read in parallel.
      [items, head] = await Promise.all([readItems(reader, { ...query, startAfter }), reader.get(key)]);
    }
    if (head === undefined || head['sk'] !== key.sk || isDeleted(head)) return undefined;
    return {
      callList: callListFromItem(head),
      entryCount: requiredNumber(head, 'entryCount'),
      entries: items.slice(0, limit).map(callListEntryFromItem),
      hasMore: items.length > limit,
    };
  },
});
