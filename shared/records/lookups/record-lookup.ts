import type { TableReader } from '../../table/reader.ts';
import { byName } from './by-name.ts';
import { byIds, byValues, valueSource } from './by-values.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { filtersBy, isValueFilter, type ResourceKind } from './resource-kind.ts';

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
      if (Array.isArray(value)) return byValues(context, each, value);
      if (typeof value === 'string') return findResources(reader, valueSource(context, each, value));
    }
    throw new Error(`The request looks up no ${kind.name}.`);
  };
