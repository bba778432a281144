import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGE_INDEX } from '../../../shared/table/items/schema.ts';
import { countMerged, MAX_COUNTED, readMerged } from '../../../shared/table/paging/merged-partitions.ts';
import type { Item, PageQuery, TableReader } from '../../../shared/table/reader.ts';

const { sortKey } = CHANGE_INDEX;
const keyOf = (item: Item): string => String(item[sortKey]);

/** Partitions with some sort keys each, and how DynamoDB queries them, at most `pageSize` items at a time. */
const createIndex = (partitions: readonly (readonly string[])[], pageSize: number) => {
  let queries = 0;
  const inRange = ({ partition, from, to, descending }: PageQuery): readonly Item[] => {
    const keys = (partitions[Number(partition)] ?? [])
      .filter((key) => (from === undefined || key >= from) && (to === undefined || key <= to))
      .toSorted();
    return (descending === true ? keys.toReversed() : keys).map((key) => ({ [sortKey]: key }));
  };
  const reader: Pick<TableReader, 'queryPage' | 'count'> = {
    async queryPage(query) {
      queries += 1;
      const all = inRange(query);
      const start = query.startAfter === undefined ? 0 : all.map(keyOf).indexOf(keyOf(query.startAfter)) + 1;
      const items = all.slice(start, start + Math.min(query.limit ?? pageSize, pageSize));
      return { items, lastEvaluated: start + items.length < all.length ? items.at(-1) : undefined };
    },
    count: async (query) => inRange(query).length,
  };
  return {
    reader: reader as TableReader,
    all: partitions.flat().toSorted(),
    queries: () => queries,
    query: { index: CHANGE_INDEX, partitions: partitions.map((_, index) => String(index)) },
  };
};

const keyAt = (second: number): string => `${new Date(second * 1000).toISOString()}#${randomUUID()}`;
const seconds = fc.integer({ min: 0, max: 20 });
const shards = fc.array(fc.array(seconds, { maxLength: 30 }), { minLength: 1, maxLength: 8 });

describe('readMerged', () => {
  it('returns every item once, in order, whatever the page size and the spread', async () => {
    const walks = fc.record({
      shards,
      limit: fc.integer({ min: 1, max: 40 }),
      pageSize: fc.integer({ min: 1, max: 20 }),
      descending: fc.boolean(),
      since: fc.option(seconds, { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(walks, async ({ shards: times, limit, pageSize, descending, since }) => {
        const index = createIndex(
          times.map((shard) => shard.map(keyAt)),
          pageSize,
        );
        const changedSince = since === undefined ? undefined : new Date(since * 1000).toISOString();
        const expected = index.all.filter((key) => changedSince === undefined || key >= changedSince);
        const read: string[] = [];
        let position: string | undefined;
        do {
          const query = { ...index.query, from: changedSince, descending, limit, position };
          const items = (await readMerged(index.reader, query)).map(keyOf);
          const page = items.slice(0, limit);
          read.push(...page);
          position = items.length > limit ? page.at(-1) : undefined;
        } while (position !== undefined);
        expect(read).toEqual(descending ? expected.toReversed() : expected);
        const range = { ...index.query, from: changedSince };
        expect(await countMerged(index.reader, range, false)).toBe(expected.length);
      }),
      { numRuns: 150 },
    );
  });

  it('counts up to the maximum, however items are spread, and more only if it must be exact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3_000), { minLength: 1, maxLength: 8 }), async (sizes) => {
        const partitions = sizes.map((size, index) => `${index} ${size}`);
        const sizeOf = (partition: string): number => Number(partition.split(' ')[1]);
        const reader = {
          count: async ({ partition }: { partition: string }, { maximum = 1e9 } = {}) =>
            Math.min(sizeOf(partition), maximum + 1),
        } as unknown as TableReader;
        const sum = sizes.reduce((total, size) => total + size, 0);
        expect(await countMerged(reader, { partitions }, true)).toBe(sum);
        expect(await countMerged(reader, { partitions }, false)).toBe(sum > MAX_COUNTED ? null : sum);
      }),
    );
  });

  it('makes one request per partition for evenly spread items', async () => {
    const even = Array.from({ length: 8 }, (_, shard) =>
      Array.from({ length: 1_000 }, (_item, number) => keyAt(number * 8 + shard)),
    );
    const index = createIndex(even, 10_000);
    const query = {
      ...index.query,
      descending: false,
      limit: 500,
      position: undefined,
    };
    expect(await readMerged(index.reader, query)).toHaveLength(501);
    expect(index.queries()).toBe(8);
  });
});
