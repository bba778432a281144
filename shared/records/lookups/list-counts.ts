import type { Count } from '../../kinds/counts.ts';
import { list } from '../../table/items/attributes.ts';
import { countMerged, readMerged } from '../../table/paging/merged-partitions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { counterPartitions, countOfItem, filterCounter, isCounted, readCounterItem } from './counters.ts';

/** How many records have a value. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

interface CountedValue extends ValueCount {
  /** The sort key of its counter. */
  readonly key: string;
}

/** A page of the values of a field. */
export interface ValuePage {
  readonly items: readonly CountedValue[];
  readonly hasMore: boolean;
}

/** Omits values that no record has. */
const valuesOf = (items: readonly Item[]): readonly CountedValue[] =>
  items
    .map((item) => ({
      key: String(item['sk']),
      value: list<string>(item, 'values').at(-1) ?? '',
      count: countOfItem(item),
    }))
    .filter(({ count }) => count > 0);

/** Whether a page of {@link createCounts} may end there, in a cursor that may be forged. */
export const isCounterKey = (text: string): boolean => /\t[0-9a-f]{32}$/.test(text);

/**
 * The number of records by the values of a field, as far behind as the lookups are. Sorted by value, and
 * without values that no record has.
 */
export const createCounts = (reader: TableReader, organizationId: string, count: Count) => {
  const partitions = counterPartitions(organizationId, count);
  return {
    /** Whether the counts are complete: see {@link isCounted}. */
    isComplete: (): Promise<boolean> => isCounted(reader, organizationId, count.filter),

    /**
     * The counts of these values of the fields, in their order: 0 for those that no record has. 0.5 read
     * units each.
     */
    of: (values: readonly (readonly string[])[]): Promise<readonly ValueCount[]> =>
      Promise.all(
        values.map(async (each) => {
          const counter = filterCounter(organizationId, count.filter, count.fields, each);
          return { value: each.at(-1) ?? '', count: countOfItem(await readCounterItem(reader, counter)) };
        }),
      ),

    /** @param after the key of the last value of the previous page */
    async page({ limit, after }: { readonly limit: number; readonly after: string | undefined }) {
      const found: CountedValue[] = [];
      let position = after;
      for (let isEnd = false; !isEnd && found.length <= limit; ) {
        const items = await readMerged(reader, { partitions, descending: false, limit, position });
        found.push(...valuesOf(items));
        position = String(items.at(-1)?.['sk'] ?? '');
        isEnd = items.length <= limit;
      }
      return { items: found.slice(0, limit), hasMore: found.length > limit } satisfies ValuePage;
    },

    /** The number of values: see {@link countMerged}. Reads their counters, at 0.5 read units per 30. */
    async countValues(isExact: boolean): Promise<number | null> {
      if ((await countMerged(reader, { partitions }, isExact)) === null) return null;
      const items = await Promise.all(partitions.map((partition) => readItems(reader, { partition })));
      return valuesOf(items.flat()).length;
    },
  };
};
