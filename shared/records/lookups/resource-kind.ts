import type { Filter, FilterName, NameFilter, ValueFilter } from '../../kinds/filters.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/** A kind of resource that is found by its id, its values and its name. */
export interface ResourceKind<T> {
  readonly name: 'person' | 'company' | 'call_list';
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => T;
  readonly filters: Readonly<Partial<Record<FilterName, Filter>>>;
}

/** Where a lookup searches. */
export interface LookupContext<T> {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly kind: ResourceKind<T>;
}

/** The filters of one form, by name. */
export const filtersBy = <F extends Filter>(
  filters: ResourceKind<unknown>['filters'],
  is: (filter: Filter) => filter is F,
): readonly (readonly [FilterName, F])[] =>
  Object.entries(filters).flatMap(([name, filter]) => (is(filter) ? [[name as FilterName, filter]] : []));

export const isNameFilter = (filter: Filter): filter is NameFilter => 'names' in filter;
export const isValueFilter = (filter: Filter): filter is ValueFilter => 'by' in filter;
