import type { CallList } from '../../domain/call-list.ts';
import type { CallListEntry } from '../../domain/call-list-entry.ts';
import { requiredNumber } from '../../table/items/attributes.ts';
import { callListEntryKey, callListKey } from '../../table/items/keys.ts';
import type { EntryPosition } from '../../table/items/positions.ts';
import { isDeleted } from '../../table/items/versions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { callListEntryFromItem, callListFromItem } from './call-list-mapper.ts';

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
