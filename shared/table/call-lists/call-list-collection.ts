import type { CallList } from '../../domain/call-list.ts';
import { requiredNumber } from '../items/attributes.ts';
import { callListCountsKey, callListKey, callListPartition } from '../items/keys.ts';
import { COLLECTION_INDEX, PART_INDEX } from '../items/schema.ts';
import { readWholePage } from '../paging/whole-page.ts';
import type { Item, PageQuery, TableReader } from '../reader.ts';
import { callListFromIndexItem } from './call-list-mapper.ts';

export interface CallListFilters {
  readonly isLocked?: boolean | undefined;
  /** Timestamps in the stored form; both bounds are excluded. */
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

/** The position of a call list in order of creation; opaque outside this file. */
export type CallListPosition = string;

export interface CallListPage {
  readonly callLists: readonly CallList[];
  /** Set if more call lists match. */
  readonly next?: CallListPosition;
}

/** Reads the collection of an organization's call lists. */
export interface CallListCollection {
  /** The exact number of matching call lists. */
  count(organizationId: string, filters: CallListFilters): Promise<number>;
  page(
    organizationId: string,
    filters: CallListFilters,
    options: {
      readonly descending: boolean;
      readonly limit: number;
      readonly after?: CallListPosition | undefined;
    },
  ): Promise<CallListPage>;
}

const hasRange = (filters: CallListFilters): boolean =>
  filters.createdAfter !== undefined || filters.createdBefore !== undefined;

const isEmptyRange = ({ createdAfter, createdBefore }: CallListFilters): boolean =>
  createdAfter !== undefined && createdBefore !== undefined && createdAfter >= createdBefore;

/**
 * Sort keys are `createdAt#id`. `$` follows `#` in ASCII, so `createdAfter$` sorts after all call lists of
 * that instant and the bare `createdBefore` before them.
 */
const partitionQuery = (organizationId: string, filters: CallListFilters): PageQuery => ({
  index: filters.isLocked === undefined ? COLLECTION_INDEX : PART_INDEX,
  partition: callListPartition(organizationId, filters.isLocked),
  ...(filters.createdAfter === undefined ? {} : { from: `${filters.createdAfter}$` }),
  ...(filters.createdBefore === undefined ? {} : { to: filters.createdBefore }),
});

/** The table and index key attributes of the call list at `position`. */
const startAfter = (organizationId: string, filters: CallListFilters, position: CallListPosition): Item => {
  const id = position.slice(position.indexOf('#') + 1);
  const index = filters.isLocked === undefined ? COLLECTION_INDEX : PART_INDEX;
  return {
    ...callListKey(organizationId, id),
    [index.partitionKey]: callListPartition(organizationId, filters.isLocked),
    [index.sortKey]: position,
  };
};

export const createCallListCollection = (reader: TableReader): CallListCollection => ({
  async count(organizationId, filters) {
    if (isEmptyRange(filters)) return 0;
    if (hasRange(filters)) return reader.count(partitionQuery(organizationId, filters));
    const counts = await reader.get(callListCountsKey(organizationId));
    if (counts === undefined) return 0;
    const total = requiredNumber(counts, 'total');
    const locked = requiredNumber(counts, 'locked');
    if (filters.isLocked === undefined) return total;
    return filters.isLocked ? locked : total - locked;
  },

  async page(organizationId, filters, { descending, limit, after }) {
    if (isEmptyRange(filters)) return { callLists: [] };
    const start = after === undefined ? undefined : startAfter(organizationId, filters, after);
    const { items, hasMore } = await readWholePage(
      reader,
      {
        ...partitionQuery(organizationId, filters),
        descending,
        ...(start === undefined ? {} : { startAfter: start }),
      },
      limit,
    );
    const callLists = items.map(callListFromIndexItem);
    const last = items.at(-1);
    return hasMore && last !== undefined
      ? { callLists, next: String(last[COLLECTION_INDEX.sortKey]) }
      : { callLists };
  },
});
