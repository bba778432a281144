import type { FilterName } from '../../kinds/filters.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { LookupCounter } from '../../table/items/lookup.ts';
import { existing } from '../../table/items/versions.ts';
import { countMerged, type PartitionsQuery, readMerged } from '../../table/paging/merged-partitions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { readCounter } from './counters.ts';

/** A resource with the place at which a page may end: the sort key of its lookup. */
export interface FoundResource<T> {
  readonly resource: T;
  readonly position: string;
}

/** A page of the resources that a lookup finds. */
export interface LookupPage<T> {
  readonly items: readonly FoundResource<T>[];
  /** The values that no resource has, as the request has them, each with the number of items before it. */
  readonly notFound?: readonly { readonly value: string; readonly at: number }[];
  /** The position after which the next page starts; undefined if nothing was read. */
  readonly end: string | undefined;
  readonly hasMore: boolean;
}

/** Finds the resources of an organization that have a value. */
export interface ResourceLookup<T> {
  /** What identifies the lookup: its parameters and their values. */
  readonly scope: readonly (string | undefined)[];
  /** @param after the end of the previous page */
  page(query: { readonly limit: number; readonly after: string | undefined }): Promise<LookupPage<T>>;
  /**
   * The number of resources: that of a counter, or else by counting lookups at 1 read unit per 60.
   *
   * @param isExact whether many are counted, too
   * @returns `null` for more than `MAX_COUNTED`, of which there may be many
   */
  count(isExact: boolean): Promise<number | null>;
  /** Whether so few are found that the first page nearly always has all. @default false */
  readonly areFew?: boolean;
  /** Whether a page may end there, in a cursor that may be forged. */
  endsWith(position: string): boolean;
}

/** Which lookups there are, and what they lead to. */
export interface LookupSource<T> {
  readonly scope: readonly (string | undefined)[];
  readonly lookups: PartitionsQuery;
  /** Resources that have the value although no lookup says so, by the sort key of one. @default none */
  readonly others?: readonly string[];
  /** What counts the lookups. Default: nothing */
  readonly counters?: { readonly filter: FilterName; readonly of: readonly LookupCounter[] };
  /** Whether so few have the value that they are always counted. @default false */
  readonly areFew?: boolean;
  /** Lookups whose number is subtracted from that of the lookups. @default none */
  readonly repeated?: PartitionsQuery;
  /** Whether the last sort key comes first. @default false */
  readonly descending?: boolean;
  /** The key of the resource that a lookup leads to, by its sort key. */
  keyOf(sortKey: string): TableKey;
  /** Whether the stored resource is still as the lookup says. */
  matches(item: Item, sortKey: string): boolean;
  readonly fromItem: (item: Item) => T;
  readonly endsWith: (position: string) => boolean;
}

const textOf = ({ pk, sk }: TableKey): string => `${pk} ${sk}`;

/** Reads what the lookups lead to with strong consistency, and compares it again. */
export const findResources = <T>(
  reader: TableReader,
  organizationId: string,
  source: LookupSource<T>,
): ResourceLookup<T> => {
  const { scope, lookups, others = [], repeated, areFew = false, descending = false, endsWith } = source;

  /** The existing resources by key. */
  const read = async (sortKeys: readonly string[]): Promise<ReadonlyMap<string, Item>> => {
    const keys = new Map(sortKeys.map(source.keyOf).map((key) => [textOf(key), key]));
    const items = await reader.getMany([...keys.values()], { consistentRead: true });
    return new Map(items.filter(existing).map((item) => [`${item['pk']} ${item['sk']}`, item]));
  };
  const matchIn = (items: ReadonlyMap<string, Item>, sortKey: string): Item | undefined => {
    const item = items.get(textOf(source.keyOf(sortKey)));
    return item !== undefined && source.matches(item, sortKey) ? item : undefined;
  };
  const readOthers = async () => {
    const items = await read(others);
    return { items, sortKeys: others.filter((sortKey) => matchIn(items, sortKey) !== undefined) };
  };

  return {
    scope,
    areFew,
    endsWith,
    async page({ limit, after }) {
      const [found, known] = await Promise.all([
        readMerged(reader, { ...lookups, descending, limit, position: after }),
        readOthers(),
      ]);
      const ahead = known.sortKeys.filter((sortKey) => after === undefined || sortKey > after);
      // Several partitions may list one resource, while it changes.
      const sortKeys = new Set([...found.map(({ sk }) => String(sk)), ...ahead]);
      const ordered = ahead.length === 0 ? [...sortKeys] : [...sortKeys].sort();
      const shown = ordered.slice(0, limit);
      const missing = shown.filter((sortKey) => !known.sortKeys.includes(sortKey));
      const items = new Map([...known.items, ...(await read(missing))]);
      return {
        items: shown.flatMap((position) => {
          const item = matchIn(items, position);
          return item === undefined ? [] : [{ resource: source.fromItem(item), position }];
        }),
        end: shown.at(-1),
        hasMore: ordered.length > limit || found.length > limit,
      };
    },
    async count(isExact) {
      const { counters } = source;
      const kept = counters && (await readCounter(reader, organizationId, counters.filter, counters.of));
      if (kept !== undefined) return kept;
      const [matches, known] = await Promise.all([
        countMerged(reader, lookups, isExact || areFew),
        readOthers(),
      ]);
      if (matches === null) return null;
      // At most as many as matches.
      const repetitions = repeated === undefined ? 0 : await countMerged(reader, repeated, true);
      return matches + known.sortKeys.length - (repetitions ?? 0);
    },
  };
};
