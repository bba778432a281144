import type { Count } from '../../kinds/counts.ts';
import { list } from '../../table/items/attributes.ts';
import { countMerged, readMerged } from '../../table/paging/merged-partitions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { COUNTER_PARTS, counterPartitions, filterCounter, isCounted, readParts, sumOf } from './counters.ts';

/** How many records have a value. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

interface CountedValue extends ValueCount {
  /** What the sort keys of its items start with. */
  readonly start: string;
}

/** A page of the values of a field. */
export interface ValuePage {
  readonly items: readonly CountedValue[];
  readonly hasMore: boolean;
}

const startOf = ({ sk }: Item): string => String(sk).slice(0, -1);

const valuesOf = (parts: readonly Item[]): readonly CountedValue[] =>
  [...Map.groupBy(parts, startOf)].map(([start, all]) => ({
    start,
    value: list<string>(all[0] ?? {}, 'values').at(-1) ?? '',
    count: sumOf(all),
  }));

/** Whether a page of {@link createCounts} may end there, in a cursor that may be forged. */
export const isCounterStart = (text: string): boolean => /\t[0-9a-f]{32}#$/.test(text);

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
          return { value: each.at(-1) ?? '', count: sumOf(await readParts(reader, counter)) };
        }),
      ),

    /** @param after the start of the last value of the previous page */
    async page({ limit, after }: { readonly limit: number; readonly after: string | undefined }) {
      const found: CountedValue[] = [];
      let start = after;
      for (;;) {
        // Enough for more than one value, whatever parts they have: the last one may be cut.
        const atOnce = limit + 1 - found.length + COUNTER_PARTS;
        const position = start === undefined ? undefined : `${start}${COUNTER_PARTS}`;
        const parts = await readMerged(reader, { partitions, descending: false, limit: atOnce, position });
        const isCut = parts.length > atOnce;
        const values = valuesOf(parts);
        const whole = isCut ? values.slice(0, -1) : values;
        found.push(...whole.filter((value) => value.count > 0));
        start = whole.at(-1)?.start ?? start;
        if (found.length > limit || !isCut) {
          return { items: found.slice(0, limit), hasMore: found.length > limit } satisfies ValuePage;
        }
      }
    },

    /** The number of values: see {@link countMerged}. Reads their counters, at 0.5 read units per 30. */
    async countValues(isExact: boolean): Promise<number | null> {
      if ((await countMerged(reader, { partitions }, isExact)) === null) return null;
      const parts = await Promise.all(partitions.map((partition) => readItems(reader, { partition })));
      return valuesOf(parts.flat()).filter((value) => value.count > 0).length;
    },
  };
};
