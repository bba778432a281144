import { requiredNumber } from '../../table/items/attributes.ts';
import { callListCountsKey, callListKey, callListPartition } from '../../table/items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../../table/items/schema.ts';
import { isEmptyRange, readCollectionPage, sortKeyRange } from '../../table/paging/collection-page.ts';
import { countMerged } from '../../table/paging/merged-partitions.ts';
import type { TableReader } from '../../table/reader.ts';
import { callListFromIndexItem } from '../store/call-list-items.ts';

export interface CallListFilters {
  readonly isLocked?: boolean | undefined;
  /** Timestamps in the stored form; both bounds are excluded. */
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

const partitionOf = (organizationId: string, { isLocked }: CallListFilters) => ({
  index: isLocked === undefined ? COLLECTION_INDEX : PART_INDEX,
  partition: callListPartition(organizationId, isLocked),
});

const boundsOf = ({ createdAfter, createdBefore }: CallListFilters) => ({
  after: createdAfter,
  before: createdBefore,
});

export type CallListCollection = ReturnType<typeof createCallListCollection>;

/** Reads the collection of an organization's call lists, in order of creation. */
export const createCallListCollection = (reader: TableReader) => ({
  /** The number of matching call lists: see {@link countMerged} for those of a time. */
  async count(organizationId: string, filters: CallListFilters, isExact: boolean): Promise<number | null> {
    const bounds = boundsOf(filters);
    if (isEmptyRange(bounds)) return 0;
    if (bounds.after !== undefined || bounds.before !== undefined) {
      const { index, partition } = partitionOf(organizationId, filters);
      return countMerged(reader, { index, partitions: [partition], ...sortKeyRange(bounds) }, isExact);
    }
    const counts = await reader.get(callListCountsKey(organizationId));
    if (counts === undefined) return 0;
    const total = requiredNumber(counts, 'total');
    const locked = requiredNumber(counts, 'locked');
    if (filters.isLocked === undefined) return total;
    return filters.isLocked ? locked : total - locked;
  },

  /** @param page its `position` is the `next` of the previous page */
  async page(
    organizationId: string,
    filters: CallListFilters,
    page: { readonly descending: boolean; readonly limit: number; readonly position?: string | undefined },
  ) {
    const { items, next } = await readCollectionPage(reader, {
      ...partitionOf(organizationId, filters),
      ...boundsOf(filters),
      ...page,
      keyAt: (id) => callListKey(organizationId, id),
    });
    return { callLists: items.map(callListFromIndexItem), next };
  },
});
