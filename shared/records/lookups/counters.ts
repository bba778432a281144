import { hash } from 'node:crypto';
import { COUNTED_FILTERS, type Count, PEOPLE_COUNT } from '../../kinds/counts.ts';
import type { FilterName } from '../../kinds/filters.ts';
import { requiredNumber } from '../../table/items/attributes.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { LookupCounter } from '../../table/items/lookup.ts';
import { sharded, shardOf } from '../../table/items/shards.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { comparable, filterOf } from './lookup-keys.ts';
import { searchedStart } from './name-lookups.ts';

/** The field whose value the lookups of a filter are found by, as counters name it. */
export const ownField = (name: FilterName): string | null => {
  const filter = filterOf(name);
  return 'names' in filter ? null : (filter.parameter ?? [filter.by].flat()[0] ?? null);
};

const prefixOf = (organizationId: string, { filter, fields }: Count): string =>
  `LOOKUP#${organizationId}#${filter}_COUNT#${fields.join('+')}`;

/** The inverse of {@link prefixOf}, with the part of a partition. */
export const countOfPartition = (partition: string): Count => {
  const [, , name = '', fields = ''] = partition.split('#');
  return { filter: name.replace(/_COUNT$/, '') as FilterName, fields: fields.split('+') };
};

/** All partitions of the counters of one name. */
export const counterPartitions = (organizationId: string, name: Count): readonly string[] =>
  sharded(prefixOf(organizationId, name));

/** @param values those of the counter's fields, in any spelling that is found */
export const filterCounter = (
  organizationId: string,
  filter: FilterName,
  fields: readonly string[],
  values: readonly string[],
): LookupCounter => {
  const own = ownField(filter);
  const text = values
    .map((value, index) => (fields[index] === own ? comparable(filter, value) : value))
    .join('\t');
  const digest = hash('sha256', text);
  return {
    key: {
      pk: shardOf(prefixOf(organizationId, { filter, fields }), digest),
      // In the order of values, which may be longer than a key.
      sk: `${searchedStart(text)}\t${digest.slice(0, 32)}`,
    },
    values,
  };
};

/** The counter of the people whom the entries of a call list call. */
export const peopleCounter = (organizationId: string, callListId: string): LookupCounter =>
  filterCounter(organizationId, PEOPLE_COUNT.filter, PEOPLE_COUNT.fields, [callListId]);

/** What is stored of a counter; `undefined` before its first record. */
export const readCounterItem = async (
  reader: TableReader,
  { key: { pk, sk } }: LookupCounter,
  options: { readonly consistentRead?: boolean } = {},
): Promise<Item | undefined> => {
  // Readers of lookups may query them, and nothing else.
  const [item] = await readItems(reader, { partition: pk, from: sk, to: sk, ...options });
  return item;
};

export const countOfItem = (item: Item | undefined): number =>
  item === undefined ? 0 : requiredNumber(item, 'count');

/** Says that the counters of a filter count all lookups of an organization, also those from before. */
export const countedKey = (organizationId: string, filter: FilterName): TableKey => ({
  pk: `LOOKUP#${organizationId}#${filter}_COUNT`,
  sk: 'COUNTED',
});

/** Marks all counters of an organization as complete, if they are not yet. */
export const countedMarks = (organizationId: string, countedAt: string): readonly WriteOperation[] =>
  COUNTED_FILTERS.map((filter) => ({ put: { Item: { ...countedKey(organizationId, filter), countedAt } } }));

/** What was complete once remains so. */
const complete = new WeakMap<TableReader, Set<string>>();

/**
 * Whether the counters of a filter are complete. They are not in a table whose lookups are older than their
 * counters, until a recount. Costs 0.5 read units until it is so.
 */
export const isCounted = async (
  reader: TableReader,
  organizationId: string,
  filter: FilterName,
): Promise<boolean> => {
  const key = countedKey(organizationId, filter);
  const known = complete.get(reader) ?? new Set();
  complete.set(reader, known);
  if (known.has(key.pk)) return true;
  const { items } = await reader.queryPage({ partition: key.pk, limit: 1 });
  if (items.length === 0) return false;
  known.add(key.pk);
  return true;
};

/**
 * The number of lookups with these values, as far behind as the lookups are: 0.5 read units. `undefined`
 * while it is not known without counting them.
 */
export const readCounter = async (
  reader: TableReader,
  organizationId: string,
  filter: FilterName,
  counters: readonly LookupCounter[],
): Promise<number | undefined> => {
  const [counted, ...counts] = await Promise.all([
    isCounted(reader, organizationId, filter),
    ...counters.map(async (counter) => countOfItem(await readCounterItem(reader, counter))),
  ]);
  return counted ? counts.reduce((sum, each) => sum + each, 0) : undefined;
};
