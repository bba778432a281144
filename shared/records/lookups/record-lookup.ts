import { createIdMaker } from '../../domain/import-ids.ts';
import { isUuid } from '../../domain/uuid.ts';
import { existing } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { byName } from './by-name.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { importedId, lookupPartitions, type RecordLookupKind } from './lookup-keys.ts';
import { hasValue } from './lookup-values.ts';
import type { LookupContext, RecordKind } from './resource-kind.ts';

/** Reads records in the order of the requested ids. */
const byIds = <T>(
  { reader, organizationId, kind }: LookupContext<RecordKind<T>>,
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
  { reader, organizationId, kind }: LookupContext<RecordKind<T>>,
  name: string,
  lookup: RecordLookupKind,
  value: string,
): ResourceLookup<T> =>
  findResources(reader, {
    scope: [name, value],
    lookups: { partitions: lookupPartitions(organizationId, lookup, value) },
    // The record whose id is computed from the external id has no lookup.
    ...(name === 'externalId' && {
      others: [importedId(createIdMaker(organizationId), kind.name, value)],
    }),
    keyOf: (id) => kind.keyOf(organizationId, id),
    matches: (item) => hasValue(item, lookup, value),
    fromItem: kind.fromItem,
    endsWith: isUuid,
  });

/** The values of a request's parameters. */
export type LookupQuery = Readonly<Record<string, unknown>>;

/** Makes a function that returns the lookup a request asks for. It throws without one of its parameters. */
export const lookupOf =
  <T>(kind: RecordKind<T>) =>
  (reader: TableReader, organizationId: string, query: LookupQuery): ResourceLookup<T> => {
    const context = { reader, organizationId, kind };
    const { id: ids, name } = query;
    if (Array.isArray(ids)) return byIds(context, ids);
    if (typeof name === 'string') return byName(context, name);
    for (const [parameter, lookup] of Object.entries(kind.parameters)) {
      const value = query[parameter];
      if (typeof value === 'string') return byValue(context, parameter, lookup, value);
    }
    throw new Error(`The request looks up no ${kind.name}.`);
  };
