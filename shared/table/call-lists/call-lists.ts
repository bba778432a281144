import type { CallList } from '../../domain/call-list.ts';
import type { CallListEntry } from '../../domain/call-list-entry.ts';
import { requiredNumber } from '../items/attributes.ts';
import { callListEntryKey, callListKey } from '../items/keys.ts';
import type { Item, TableReader } from '../reader.ts';
import { callListEntryFromItem, callListFromItem } from './call-list-mapper.ts';

export interface CallListWithEntries {
  readonly callList: CallList;
  /** All entries of the list, not only those of this page. */
  readonly entryCount: number;
  readonly entries: readonly CallListEntry[];
  /** Whether more entries follow this page. */
  readonly hasMore: boolean;
}

/** The position of an entry in its list. */
export interface EntryPosition {
  readonly position: number;
  readonly id: string;
}

/** Reads one call list with a page of its entries, in order of position. */
export interface CallListRepository {
  getWithEntries(
    organizationId: string,
    id: string,
    options: { readonly limit: number; readonly after?: EntryPosition | undefined },
  ): Promise<CallListWithEntries | undefined>;
}

export const createCallListRepository = (reader: TableReader): CallListRepository => {
  /** Up to `count` items of the partition after the given key. */
  const readPartition = async (partition: string, count: number, after?: Item): Promise<readonly Item[]> => {
    const items: Item[] = [];
    let start = after;
    do {
      const page = await reader.queryPage({
        partition,
        limit: count - items.length,
        ...(start === undefined ? {} : { startAfter: start }),
      });
      items.push(...page.items);
      start = page.lastEvaluated;
    } while (start !== undefined && items.length < count);
    return items;
  };

  return {
    async getWithEntries(organizationId, id, { limit, after }) {
      const key = callListKey(organizationId, id);
      let head: Item | undefined;
      let items: readonly Item[];
      if (after === undefined) {
        // The list sorts before its entries, so one Query returns both, plus one extra entry.
        [head, ...items] = await readPartition(key.pk, limit + 2);
      } else {
        const afterKey = callListEntryKey(organizationId, id, after.position, after.id);
        // The Query is sent first because it takes longer; the list's own item is read in parallel.
        [items, head] = await Promise.all([
          readPartition(key.pk, limit + 1, { ...afterKey }),
          reader.get(key),
        ]);
      }
      if (head === undefined || head['sk'] !== key.sk) return undefined;
      return {
        callList: callListFromItem(head),
        entryCount: requiredNumber(head, 'entryCount'),
        entries: items.slice(0, limit).map(callListEntryFromItem),
        hasMore: items.length > limit,
      };
    },
  };
};
