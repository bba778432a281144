import type { LookupValue } from '../../contract/query-parameters.ts';
import { parseTimestamp, timestampOf } from '../../domain/timestamp.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { FilterName, ValueFilter } from '../../kinds/filters.ts';
import { snakeOf } from '../../kinds/names.ts';
import { createIdMaker } from '../../table/items/import-ids.ts';
import { collectionSortKey, recordKeyOf, type TableKey } from '../../table/items/keys.ts';
import { collectionPosition } from '../../table/items/positions.ts';
import { CHANGED_ATTRIBUTE } from '../../table/items/schema.ts';
import { existing } from '../../table/items/versions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item } from '../../table/reader.ts';
import { handOverTime } from '../collections/collection.ts';
import { filterCounter } from './counters.ts';
import {
  type FoundResource,
  findResources,
  type LookupPage,
  type LookupSource,
  type ResourceLookup,
} from './find-resources.ts';
import { comparable, importedId, lookupPartitions } from './lookup-keys.ts';
import { hasValue, valuesOf } from './lookup-values.ts';
import type { LookupContext } from './resource-kind.ts';

/** A value that no record has, with the place after it. */
interface MissingValue {
  readonly missing: string;
  readonly position: string;
}

type Row<T> = FoundResource<T> | MissingValue;

const isFound = <T>(row: Row<T>): row is FoundResource<T> => 'resource' in row;

/** The page that ends before the resource that no longer fits, and after what is missing before it. */
const cutPage = <T>(rows: readonly Row<T>[], limit: number): LookupPage<T> => {
  const [next] = rows.flatMap((row, at) => (isFound(row) ? [at] : [])).slice(limit);
  const shown = rows.slice(0, next);
  const items: FoundResource<T>[] = [];
  const notFound: { readonly value: string; readonly at: number }[] = [];
  for (const row of shown) {
    if (isFound(row)) items.push(row);
    else notFound.push({ value: row.missing, at: items.length });
  }
  return { items, notFound, end: shown.at(-1)?.position, hasMore: next !== undefined };
};

/** Reads records in the order of the requested ids. */
export const byIds = <T>(
  { reader, organizationId, kind }: LookupContext<T>,
  values: readonly LookupValue[],
): ResourceLookup<T> => {
  const ids = values.map(({ value }) => value);
  const read = async (wanted: readonly string[]): Promise<ReadonlyMap<unknown, Item>> => {
    const items = await reader.getMany(wanted.map((id) => recordKeyOf(kind.name)(organizationId, id)));
    return new Map(items.filter(existing).map((item) => [item['id'], item]));
  };
  return {
    scope: ['id', ids.join()],
    async page({ limit, after }) {
      const left = values.slice(after === undefined ? 0 : ids.indexOf(after) + 1);
      const found = await read(left.map(({ value }) => value));
      const rows = left.map(({ value, sent }): Row<T> => {
        const item = found.get(value);
        return item === undefined
          ? { missing: sent, position: value }
          : { resource: kind.fromItem(item), position: value };
      });
      return cutPage(rows, limit);
    },
    areFew: true,
    count: async () => (await read(ids)).size,
    endsWith: (id) => ids.includes(id),
  };
};

/** How the records with a value are counted. */
export const countedBy = (
  organizationId: string,
  [name, { counts }]: readonly [FilterName, ValueFilter],
  value: string,
): Pick<LookupSource<unknown>, 'areFew' | 'counters'> =>
  counts === undefined
    ? { areFew: true }
    : {
        counters: {
          filter: name,
          of: counts.map((fields) => filterCounter(organizationId, name, fields, [value])),
        },
      };

/** Where to find the records with a value, in the order of their ids. */
export const valueSource = <T>(
  { organizationId, kind }: LookupContext<T>,
  [name, filter]: readonly [FilterName, ValueFilter],
  value: string,
): LookupSource<T> => ({
  scope: [filter.parameter, value],
  lookups: { partitions: lookupPartitions(organizationId, name, value) },
  // The record whose id is computed from the external id has no lookup.
  ...(filter.compare === 'external-id' && {
    others: [importedId(createIdMaker(organizationId), snakeOf(kind.name), value)],
  }),
  keyOf: (id) => recordKeyOf(kind.name)(organizationId, id),
  ...countedBy(organizationId, [name, filter], value),
  matches: (item) => hasValue(item, name, filter, value),
  fromItem: kind.fromItem,
  endsWith: isUuid,
});

/** Values whose lookups are read at once. */
const VALUES_AT_ONCE = 25;

/** The records with a value are sorted by `changedAt` if they are so few: each page reads them all. */
const MAX_SORTED = 500;

/** Where a page ends. */
interface Place {
  /** When the first page was read. */
  readonly firstReadAt: string;
  /** The value with which the next page starts. */
  readonly index: number;
  /** `changedAt#id` of its last record that was shown, or the id where they are sorted by it. */
  readonly rest: string;
}

const textOfPlace = ({ firstReadAt, index, rest }: Place): string => `${firstReadAt} ${index} ${rest}`;

const placeOf = (text: string): Place | undefined => {
  const [, firstReadAt = '', index, rest = ''] = /^(\S+) (\d{1,3}) (.*)$/s.exec(text) ?? [];
  const isRest = rest === '' || isUuid(rest) || collectionPosition()(rest) !== undefined;
  const isPlace = parseTimestamp(firstReadAt) === firstReadAt && isRest;
  return isPlace ? { firstReadAt, index: Number(index), rest } : undefined;
};

const changedAt = (item: Item): string => String(item[CHANGED_ATTRIBUTE]);

/**
 * Finds records by values: in the order of the values, then by `changedAt`, each record once. One that
 * changes
 * while the pages are read may come again. The records with a value that more than {@link MAX_SORTED} have
 * are
 * sorted by id.
 */
export const byValues = <T>(
  context: LookupContext<T>,
  [name, filter]: readonly [FilterName, ValueFilter],
  values: readonly LookupValue[],
): ResourceLookup<T> => {
  const { reader, organizationId, kind } = context;
  const sources = values.map(({ value }) => valueSource(context, [name, filter], value));
  const compared = values.map(({ value }) => comparable(name, value));

  /** The ids that lookups have for a value: at least one more than the limit if there are more. */
  const idsOf = async ({ lookups }: LookupSource<T>, limit?: number): Promise<readonly string[]> => {
    const found = lookups.partitions.map((partition) => readItems(reader, { partition, limit }));
    return (await Promise.all(found)).flat().map(({ sk }) => String(sk));
  };
  const readRecords = async (ids: readonly string[]): Promise<readonly Item[]> => {
    const keys = [...new Set(ids)].map((id): TableKey => recordKeyOf(kind.name)(organizationId, id));
    return (await reader.getMany(keys, { consistentRead: true })).filter(existing);
  };

  /** The ids of all records that may have a value; `undefined` if they are not sorted by `changedAt`. */
  const sortedIdsOf = async (
    source: LookupSource<T>,
    rest: string,
  ): Promise<readonly string[] | undefined> => {
    if (isUuid(rest)) return undefined;
    // A value of which a page was read stays sorted as it was.
    const found = await idsOf(source, rest === '' ? MAX_SORTED + 1 : undefined);
    return rest === '' && found.length > MAX_SORTED ? undefined : [...found, ...(source.others ?? [])];
  };

  return {
    scope: [filter.parameter, ...compared],
    areFew: true,
    endsWith: (text) => (placeOf(text)?.index ?? values.length) < values.length,
    async page({ limit, after }) {
      const start = (after === undefined ? undefined : placeOf(after)) ?? {
        ...{ firstReadAt: timestampOf(new Date()), index: 0, rest: '' },
      };
      const end = (index: number, rest: string): string => textOfPlace({ ...start, index, rest });
      const restOf = (index: number): string => (index === start.index ? start.rest : '');
      const unchangedSince = handOverTime(start.firstReadAt);
      const rows: Row<T>[] = [];
      const shown = new Set<unknown>();

      /** Whether an earlier page shows the record, by another value. */
      const wasShown = (item: Item, index: number): boolean => {
        const earlier = compared.slice(0, Math.min(index, start.index + Number(start.rest !== '')));
        return (
          changedAt(item) < unchangedSince &&
          valuesOf(item, filter).some((each) => earlier.includes(comparable(name, each)))
        );
      };
      const show = (index: number, item: Item, rest: string): void => {
        if (shown.has(item['id']) || wasShown(item, index)) return;
        shown.add(item['id']);
        rows.push({ resource: kind.fromItem(item), position: end(index, rest) });
      };
      const showSorted = (index: number, records: readonly Item[]): void => {
        const rest = restOf(index);
        const sorted = records
          .map((item) => ({ item, place: collectionSortKey(changedAt(item), String(item['id'])) }))
          .sort((one, other) => (one.place < other.place ? -1 : 1));
        for (const { item, place } of sorted) if (place > rest) show(index, item, place);
        if (sorted.length > 0 || rest !== '') return;
        rows.push({ missing: values[index]?.sent ?? '', position: end(index + 1, '') });
      };

      for (let index = start.index; index < values.length; ) {
        const next = sources.slice(index, index + VALUES_AT_ONCE);
        const ids = await Promise.all(next.map((source, at) => sortedIdsOf(source, restOf(index + at))));
        const [source] = next;
        if (ids[0] === undefined && source !== undefined) {
          const byId = findResources(reader, organizationId, { ...source, fromItem: (item) => item });
          const page = await byId.page({ limit: limit + 1, after: restOf(index) || undefined });
          for (const { resource, position } of page.items) show(index, resource, position);
          const cut = cutPage(rows, limit);
          if (cut.hasMore) return cut;
          if (page.hasMore) return { ...cut, end: end(index, page.end ?? ''), hasMore: true };
          index += 1;
          continue;
        }
        // As many values as the page may have records of.
        const wanted: (readonly string[])[] = [];
        for (const each of ids) {
          if (each === undefined || wanted.flat().length > limit) break;
          wanted.push(each);
        }
        const records = await readRecords(wanted.flat());
        for (const each of wanted) {
          const found = records.filter(
            (item) => each.includes(String(item['id'])) && sources[index]?.matches(item, '') === true,
          );
          showSorted(index, found);
          index += 1;
        }
        const cut = cutPage(rows, limit);
        if (cut.hasMore) return cut;
      }
      return cutPage(rows, limit);
    },
    async count() {
      const others = sources.flatMap((source) => source.others ?? []);
      const found = await Promise.all([
        ...sources.map((source) => idsOf(source)),
        readRecords(others).then((records) =>
          records
            .filter((item) => sources.some(({ matches }) => matches(item, '')))
            .map(({ id }) => String(id)),
        ),
      ]);
      return new Set(found.flat()).size;
    },
  };
};
