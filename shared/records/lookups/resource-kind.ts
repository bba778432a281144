import {
  FILTERS,
  type Filter,
  type FilterName,
  type NameFilter,
  type ValueFilter,
} from '../../kinds/filters.ts';
import type { KindName, OwnKind } from '../../kinds/names.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/** A kind of resource that is found by its id, its values and its name. */
export interface ResourceKind<T> {
  readonly name: OwnKind;
  readonly fromItem: (item: Item) => T;
}

/** Where a lookup searches. */
export interface LookupContext<T> {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly kind: ResourceKind<T>;
}

/** The filters of a kind that have one form, by name. */
export const filtersBy = <F extends Filter>(
  kind: KindName,
  is: (filter: Filter) => filter is F,
): readonly (readonly [FilterName, F])[] =>
  Object.entries<Filter>(FILTERS[kind]).flatMap(([name, filter]) =>
    is(filter) ? [[name as FilterName, filter]] : [],
  );

export const isNameFilter = (filter: Filter): filter is NameFilter => 'names' in filter;
export const isValueFilter = (filter: Filter): filter is ValueFilter => 'by' in filter;
