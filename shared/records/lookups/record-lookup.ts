import { contactFieldsOf } from '../../kinds/contact-details.ts';
import type { Fields } from '../../kinds/fields.ts';
import type { OwnKind } from '../../kinds/names.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { byName } from './by-name.ts';
import { byIds, byValues, valueSource } from './by-values.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { inTime, isTimed } from './in-time.ts';
import { filtersBy, isValueFilter } from './resource-kind.ts';

/** The values of a request's parameters. */
export type LookupQuery = Readonly<Record<string, unknown>>;

/** The parameter of a request that looks up records by a contact detail, if it has one. */
export const contactLookup = (kind: OwnKind, fields: Fields, query: LookupQuery): string | undefined => {
  const isContact = contactFieldsOf(fields);
  return filtersBy(kind, isValueFilter)
    .map(([, { by, parameter = '' }]) => (isContact(`${by}`) ? parameter : ''))
    .find((parameter) => query[parameter] !== undefined);
};

/** Makes a function that returns the lookup a request asks for. It throws without one of its parameters. */
export const lookupOf =
  <T>(name: OwnKind, fromItem: (item: Item) => T) =>
  (reader: TableReader, organizationId: string, query: LookupQuery): ResourceLookup<T> => {
    const context = { reader, organizationId, kind: { name, fromItem } };
    const { id: ids, name: start } = query;
    if (Array.isArray(ids)) return byIds(context, ids);
    if (typeof start === 'string') return byName(context, start);
    const filters = filtersBy(name, isValueFilter);
    for (const each of filters) {
      const value = query[each[1].parameter ?? ''];
      if (Array.isArray(value)) return byValues(context, each, value);
      if (typeof value !== 'string') continue;
      return isTimed(each)
        ? inTime(context, each, value, query)
        : findResources(reader, organizationId, valueSource(context, each, value));
    }
    const all = filters.filter(isTimed).find(([, { by }]) => by === null);
    if (all !== undefined) return inTime(context, all, '', query);
    throw new Error(`The request looks up no ${name}.`);
  };
