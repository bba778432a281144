import { timestampOf } from '../../domain/timestamp.ts';
import type { ShardedKind } from '../../kinds/names.ts';
import { requiredNumber } from '../../table/items/attributes.ts';
import { collectionPartition, collectionSortKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE, DELETED_ATTRIBUTE } from '../../table/items/schema.ts';
import { existing } from '../../table/items/versions.ts';
import {
  countMerged,
  type MergedQuery,
  type PartitionsQuery,
  readMerged,
} from '../../table/paging/merged-partitions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/** A resource in its present state, with its place in the index of changes, `changedAt#id`. */
export interface ListedResource<T> {
  readonly resource: T;
  readonly position: string;
}

export interface CollectionPage<T> {
  readonly items: readonly ListedResource<T>[];
  /** The position of the last change that was read; undefined if there was none. */
  readonly end: string | undefined;
  readonly hasMore: boolean;
}

/** Resources sorted by `changedAt`. */
export interface Collection<T> {
  /** The number of all resources. */
  total(): Promise<number | null>;
  /** The number of resources that changed since a time, included: see {@link countMerged}. */
  countSince(changedSince: string, isExact: boolean): Promise<number | null>;
  page(
    query: Pick<MergedQuery, 'descending' | 'limit' | 'position'> & {
      /** Included. A timestamp in the stored form. */
      readonly changedSince: string | undefined;
    },
  ): Promise<CollectionPage<T>>;
}

const HAND_OVER_MILLISECONDS = 60_000;

const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;
const tableKeyOf = (item: Item) => ({ pk: String(item['pk']), sk: String(item['sk']) });

/**
 * The changes without the older of two of one item: it is listed twice if it moves while the partitions are
 * read, and DynamoDB rejects a request that names a key twice.
 */
const newestOfEach = (changes: readonly Item[], descending: boolean): readonly Item[] => {
  const inTime = descending ? changes.toReversed() : changes;
  const newest = new Map(inTime.map((change) => [keyOf(change), change]));
  return newest.size === changes.length
    ? changes
    : changes.filter((change) => newest.get(keyOf(change)) === change);
};

/**
 * The time since which whatever follows a scan must read changes. A change can be stored seconds after its
 * `changedAt`, and be in the index seconds after that; clocks differ by up to two seconds. What a scan misses
 * for this reason changed within this time, or later.
 *
 * @param firstReadAt when the first page was read
 */
export const handOverTime = (firstReadAt: string): string =>
  timestampOf(new Date(Date.parse(firstReadAt) - HAND_OVER_MILLISECONDS));

/** The number of resources of a collection: the sum of its counters. One request. */
export const readTotal = async (
  reader: TableReader,
  organizationId: string,
  name: ShardedKind,
  options: Parameters<TableReader['get']>[1] = {},
): Promise<number> => {
  const partition = collectionPartition(organizationId, name);
  const counters = await readItems(reader, { partition, ...options });
  return counters.reduce((sum, counter) => sum + requiredNumber(counter, 'total'), 0);
};

/** @param query the partitions of an index that list the collection sorted by `changedAt` */
export const createCollection = <T>(
  reader: TableReader,
  query: Pick<PartitionsQuery, 'partitions'> & { readonly index: NonNullable<PartitionsQuery['index']> },
  fromItem: (item: Item) => T,
  total: () => Promise<number | null>,
): Collection<T> => {
  const positionOf = (change: Item): string => String(change[query.index.sortKey]);

  /**
   * Whether an item is at least as new as its place in the index says. Both are eventually consistent, and
   * either may be ahead.
   */
  const isCurrent = (item: Item | undefined, change: Item): boolean => {
    const storedAt = item?.[CHANGED_ATTRIBUTE] ?? item?.[DELETED_ATTRIBUTE];
    return positionOf(change) <= collectionSortKey(String(storedAt ?? ''), String(item?.['id']));
  };

  /** The items of changes by key. Reads again, consistently, what is older than the index says. */
  const readCurrent = async (changes: readonly Item[]): Promise<ReadonlyMap<string, Item>> => {
    const items = new Map((await reader.getMany(changes.map(tableKeyOf))).map((item) => [keyOf(item), item]));
    const outdated = changes.filter((change) => !isCurrent(items.get(keyOf(change)), change));
    for (const item of await reader.getMany(outdated.map(tableKeyOf), { consistentRead: true })) {
      items.set(keyOf(item), item);
    }
    return items;
  };

  return {
    total,
    countSince: (changedSince, isExact) => countMerged(reader, { ...query, from: changedSince }, isExact),
    async page({ changedSince, ...page }) {
      const changes = await readMerged(reader, { ...query, ...page, from: changedSince });
      const shown = changes.slice(0, page.limit);
      const last = shown.at(-1);
      const distinct = newestOfEach(shown, page.descending);
      const current = await readCurrent(distinct);
      return {
        items: distinct.flatMap((change) => {
          const item = existing(current.get(keyOf(change)));
          return item === undefined ? [] : [{ resource: fromItem(item), position: positionOf(change) }];
        }),
        end: last && positionOf(last),
        hasMore: changes.length > shown.length,
      };
    },
  };
};
