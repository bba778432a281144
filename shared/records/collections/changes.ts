import { readItems } from '../../table/paging/read-items.ts';
import type { Item, PageQuery, TableReader } from '../../table/reader.ts';

/** A collection in order of change, over the partitions of an index that it is spread across. */
export interface ChangeQuery {
  readonly index: NonNullable<PageQuery['index']>;
  readonly partitions: readonly string[];
  /** Included. A timestamp in the stored form. */
  readonly changedSince: string | undefined;
}

export interface ChangePageQuery extends ChangeQuery {
  readonly descending: boolean;
  readonly limit: number;
  /** The `changedAt#id` after which the page starts, in its direction. */
  readonly position: string | undefined;
}

interface Shard {
  readonly partition: string;
  readonly items: Item[];
  /** Whether all its items in range are read. */
  isComplete: boolean;
}

/**
 * How much more than its even share a partition is asked for, in standard deviations of the share. Ids spread
 * items evenly, so the first requests are nearly always enough.
 */
const SPREAD = 2;

/** Sorts directly after a sort key: keys have equal lengths. */
const after = (position: string): string => `${position}!`;

/** Sorts directly before all sort keys of an instant. */
const rangeOf = ({ changedSince, descending, position }: ChangePageQuery): Pick<PageQuery, 'from' | 'to'> =>
  descending
    ? { from: changedSince, to: position }
    : { from: latest(changedSince, position && after(position)), to: undefined };

const latest = (a: string | undefined, b: string | undefined): string | undefined =>
  b === undefined || (a !== undefined && a > b) ? a : b;

/**
 * Reads the index items of a page from all partitions at once and merges them by order. Costs a request per
 * partition, however much is stored.
 *
 * @returns one item more than `limit` if more follow
 */
export const readChanges = async (reader: TableReader, query: ChangePageQuery): Promise<readonly Item[]> => {
  const { index, partitions, descending, position, changedSince } = query;
  // DynamoDB rejects a range whose ends are in the wrong order.
  if (descending && position !== undefined && changedSince !== undefined && position < changedSince)
    return [];
  const keyOf = (item: Item): string => String(item[index.sortKey]);
  const compare = (a: string, b: string): number => (a === b ? 0 : a < b === descending ? 1 : -1);
  const wanted = query.limit + 1;
  const share = wanted / partitions.length;
  // In descending order, the range includes the item at the position.
  const limit = Math.min(wanted, Math.ceil(share + SPREAD * Math.sqrt(share))) + Number(descending);
  const shards = partitions.map((partition): Shard => ({ partition, items: [], isComplete: false }));

  const read = async (shard: Shard): Promise<void> => {
    const last = shard.items.at(-1);
    const start = last === undefined ? position : keyOf(last);
    const items = await readItems(reader, {
      index,
      partition: shard.partition,
      ...rangeOf({ ...query, position: start }),
      descending,
      limit,
    });
    shard.isComplete = items.length < limit;
    shard.items.push(...items.filter((item) => keyOf(item) !== start));
  };

  let unread: readonly Shard[] = shards;
  let merged: readonly Item[] = [];
  while (unread.length > 0) {
    await Promise.all(unread.map(read));
    merged = shards
      .flatMap(({ items }) => items)
      .sort((a, b) => compare(keyOf(a), keyOf(b)))
      .slice(0, wanted);
    const end = merged.length < wanted ? undefined : merged.at(-1);
    // Where items that were not read may precede the end of the page.
    unread = shards.filter(({ items, isComplete }) => {
      const last = items.at(-1);
      if (isComplete || last === undefined) return !isComplete;
      return end === undefined || compare(keyOf(last), keyOf(end)) < 0;
    });
  }
  return merged;
};

/** The exact number of items since `changedSince`. Costs 1 read unit per 100 to 200 items. */
export const countChanges = async (
  reader: TableReader,
  { index, partitions, changedSince }: ChangeQuery,
): Promise<number> => {
  const counts = partitions.map((partition) => reader.count({ index, partition, from: changedSince }));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};
