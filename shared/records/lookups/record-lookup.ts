import { createIdMaker } from '../../domain/import-ids.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { FilterName, ValueFilter } from '../../kinds/filters.ts';
import { existing } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { byName } from './by-name.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { importedId, lookupPartitions } from './lookup-keys.ts';
import { hasValue } from './lookup-values.ts';
import { filtersBy, isValueFilter, type LookupContext, type ResourceKind } from './resource-kind.ts';

/** Reads records in the order of the requested ids. */
const byIds = <T>(
  { reader, organizationId, kind }: LookupContext<T>,
  ids: readonly string[],
): ResourceLookup<T> => {
  const read = async (): Promise<ReadonlyMap<unknown, Item>> => {
    const items = await reader.getMany(ids.map((id) => kind.keyOf(organizationId, id)));
    return new Map(items.filter(existing).map((item) => [item['id'], item]));
  };
  return {
    scope: ['id', ids.join()],
    async page({ limit, after }) {
      const found = await read();
      const left = ids.slice(after === undefined ? 0 : ids.indexOf(after) + 1);
      const items = left.flatMap((id) => {
        const item = found.get(id);
        return item === undefined ? [] : [{ resource: kind.fromItem(item), position: id }];
      });
      const shown = items.slice(0, limit);
      return { items: shown, end: shown.at(-1)?.position, hasMore: items.length > limit };
    },
    count: async () => (await read()).size,
    endsWith: (id) => ids.includes(id),
  };
};

/** Reads matches sorted by id. */
const byValue = <T>(
  { reader, organizationId, kind }: LookupContext<T>,
  [name, filter]: readonly [FilterName, ValueFilter],
  value: string,
): ResourceLookup<T> =>
  findResources(reader, {
    scope: [filter.parameter, value],
    lookups: { partitions: lookupPartitions(organizationId, name, value) },
    // The record whose id is computed from the external id has no lookup.
    ...(filter.compare === 'external-id' && {
      others: [importedId(createIdMaker(organizationId), kind.name, value)],
    }),
    keyOf: (id) => kind.keyOf(organizationId, id),
    matches: (item) => hasValue(item, name, filter, value),
    fromItem: kind.fromItem,
    endsWith: isUuid,
  });

/** The values of a request's parameters. */
export type LookupQuery = Readonly<Record<string, unknown>>;

/** Makes a function that returns the lookup a request asks for. It throws without one of its parameters. */
export const lookupOf =
  <T>(kind: ResourceKind<T>) =>
  (reader: TableReader, organizationId: string, query: LookupQuery): ResourceLookup<T> => {
    const context = { reader, organizationId, kind };
    const { id: ids, name } = query;
    if (Array.isArray(ids)) return byIds(context, ids);
    if (typeof name === 'string') return byName(context, name);
    for (const each of filtersBy(kind.filters, isValueFilter)) {
      const value = query[each[1].parameter ?? ''];
      if (typeof value === 'string') return byValue(context, each, value);
    }
    throw new Error(`The request looks up no ${kind.name}.`);
  };
