import { SORT_KEY } from '../items/schema.ts';
import type { Item, PageQuery, TableReader } from '../reader.ts';
import { readItems } from './read-items.ts';

/** Items that are spread over partitions, of the table or of an index. */
export interface PartitionsQuery extends Pick<PageQuery, 'index' | 'from' | 'to' | 'consistentRead'> {
  readonly partitions: readonly string[];
}

export interface MergedQuery extends PartitionsQuery {
  readonly descending: boolean;
  readonly limit: number;
  /** The sort key after which the page starts, in its direction. No other key starts with it. */
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

const SURROGATE = /[\ud800-\udfff]/;

/** The order of DynamoDB: by UTF-8 bytes, which differs from that of UTF-16 for surrogates. */
const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
};

/** Sorts directly after a sort key and before all others. */
const after = (position: string): string => `${position}!`;

/** Returns the range after the position. In descending order, it includes the item at the position. */
const rangeOf = ({ from, to, descending, position }: MergedQuery): Pick<PageQuery, 'from' | 'to'> => {
  if (position === undefined) return { from, to };
  if (descending) return { from, to: position };
  return { from: from !== undefined && compareText(from, position) > 0 ? from : after(position), to };
};

/** DynamoDB rejects a range whose ends are in the wrong order. */
const isEmpty = ({ from, to }: Pick<PageQuery, 'from' | 'to'>): boolean =>
  from !== undefined && to !== undefined && compareText(from, to) > 0;

/**
 * Reads a page from all partitions at once and merges them by sort key. Costs a request per partition,
 * however much is stored.
 *
 * @returns one item more than `limit` if more follow
 */
export const readMerged = async (reader: TableReader, query: MergedQuery): Promise<readonly Item[]> => {
  const { index, partitions, descending, position } = query;
  const keyOf = (item: Item): string => String(item[index?.sortKey ?? SORT_KEY]);
  const compare = (a: string, b: string): number => (descending ? compareText(b, a) : compareText(a, b));
  const wanted = query.limit + 1;
  const share = wanted / partitions.length;
  const limit = Math.min(wanted, Math.ceil(share + SPREAD * Math.sqrt(share))) + Number(descending);
  const shards = partitions.map((partition): Shard => ({ partition, items: [], isComplete: false }));

  const read = async (shard: Shard): Promise<void> => {
    const last = shard.items.at(-1);
    const start = last === undefined ? position : keyOf(last);
    const range = rangeOf({ ...query, position: start });
    const items = isEmpty(range)
      ? []
      : await readItems(reader, { index, partition: shard.partition, ...range, descending, limit });
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

/** The most items that are counted unless the exact number is asked for: 200 to 350 read units, or twice that. */
export const MAX_COUNTED = 10_000;

/**
 * The number of items in all partitions. Costs 0.5 read units per 4 KB of them.
 *
 * @param isExact whether more than {@link MAX_COUNTED} are counted, too
 * @returns `null` for more than that
 */
export const countMerged = async (
  reader: TableReader,
  { partitions, ...query }: PartitionsQuery,
  isExact: boolean,
): Promise<number | null> => {
  const counted = (maximum?: number) =>
    Promise.all(partitions.map((partition) => reader.count({ ...query, partition }, { maximum })));
  const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  if (isExact) return sumOf(await counted());
  // Ids spread items evenly, so that partitions together rarely have fewer once one has more than its share.
  const share = Math.ceil(MAX_COUNTED / partitions.length);
  const first = await counted(share);
  if (sumOf(first) > MAX_COUNTED) return null;
  if (first.every((count) => count <= share)) return sumOf(first);
  const sum = sumOf(await counted(MAX_COUNTED));
  return sum > MAX_COUNTED ? null : sum;
};
