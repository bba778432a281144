import { requiredNumber } from '../../table/items/attributes.ts';
import {
  COUNTERS,
  changePartitions,
  completeCollectionKey,
  counterKey,
  isCounter,
} from '../../table/items/change-keys.ts';
import { COLLECTION_NAMES, type CollectionName, collectionPartition } from '../../table/items/keys.ts';
import { CHANGE_INDEX } from '../../table/items/schema.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { countChanges } from '../collections/changes.ts';

/** A collection whose total is the sum of counters: all but call lists. */
export type CountedCollection = Exclude<CollectionName, 'callLists'>;

export const COUNTED_COLLECTIONS = COLLECTION_NAMES.filter(
  (name): name is CountedCollection => name !== 'callLists',
);

/** The totals of a collection's counters, by their sort keys. */
type Counters = ReadonlyMap<string, number>;

/** What is stored of an organization's counts. */
export interface StoredCounts {
  /** Whether all its collections are marked as complete. */
  readonly isComplete: boolean;
  readonly counters: Readonly<Record<CountedCollection, Counters>>;
}

/** Reads the counters and marks of an organization. Four requests. */
export const readStoredCounts = async (
  reader: TableReader,
  organizationId: string,
): Promise<StoredCounts> => {
  const partitions = await Promise.all(
    COLLECTION_NAMES.map(async (name) => {
      const partition = collectionPartition(organizationId, name);
      const items = await readItems(reader, { partition, consistentRead: true });
      const { sk: complete } = completeCollectionKey(organizationId, name);
      const counters = items
        .filter(({ sk }) => isCounter(sk))
        .map((item) => [String(item['sk']), requiredNumber(item, 'total')] as const);
      return { name, isComplete: items.some(({ sk }) => sk === complete), counters: new Map(counters) };
    }),
  );
  const countersOf = (name: CountedCollection): Counters =>
    partitions.find((each) => each.name === name)?.counters ?? new Map();
  return {
    isComplete: partitions.every(({ isComplete }) => isComplete),
    counters: {
      people: countersOf('people'),
      companies: countersOf('companies'),
      callListEntries: countersOf('callListEntries'),
    },
  };
};

const totalOf = (counters: Counters): number => [...counters.values()].reduce((sum, total) => sum + total, 0);

const areEqual = (a: Counters, b: Counters): boolean =>
  a.size === b.size && [...a].every(([sk, total]) => b.get(sk) === total);

/** Replaces all counters, on condition that none changed since it was read. */
const replaceCounters = (
  organizationId: string,
  collection: CountedCollection,
  counters: Counters,
  total: number,
): readonly WriteOperation[] =>
  Array.from({ length: COUNTERS }, (_, number) => {
    const key = counterKey(organizationId, collection, number);
    const read = counters.get(key.sk);
    const condition =
      read === undefined
        ? unchangedSince(undefined)
        : {
            ConditionExpression: '#total = :read',
            ExpressionAttributeNames: { '#total': 'total' },
            ExpressionAttributeValues: { ':read': read },
          };
    return { put: { Item: { ...key, total: number === 0 ? total : 0 }, ...condition } };
  });

/**
 * Compares the counters of a collection with what a scan of the whole table counted, and corrects them if
 * they differ: writers of an earlier version replace a counted resource by one that is not listed, which is
 * then counted again.
 *
 * @param before the counts before the scan
 * @param after the counts after the scan
 * @param scanned the number of resources that the scan found
 * @returns whether the total is as scanned; undefined if resources were created, deleted or moved meanwhile
 */
export const verifyCount = async (
  { reader, writer }: Table,
  organizationId: string,
  collection: CountedCollection,
  {
    before,
    after,
    scanned,
  }: { readonly before: StoredCounts; readonly after: StoredCounts; readonly scanned: number },
): Promise<'right' | 'corrected' | undefined> => {
  const counters = after.counters[collection];
  if (!areEqual(before.counters[collection], counters)) return undefined;
  if (totalOf(counters) === scanned) return 'right';
  // A scan can miss an entry that moves, or meet it twice. The index agrees with the scan only if neither
  // happened.
  const partitions = changePartitions(organizationId, collection);
  const indexed = await countChanges(reader, { index: CHANGE_INDEX, partitions, changedSince: undefined });
  if (indexed !== scanned) return undefined;
  const corrected = await writer.transact(replaceCounters(organizationId, collection, counters, scanned));
  return corrected ? 'corrected' : undefined;
};
