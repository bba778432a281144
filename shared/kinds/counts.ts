import { FILTERS, type Filter, type FilterName } from './filters.ts';
import { KIND_NAMES, type KindName } from './names.ts';

/** What the lookups of a filter are counted by. */
export interface Count {
  readonly filter: FilterName;
  readonly fields: readonly string[];
}

/** Counts the people whom the entries of a call list call, each once. */
export const PEOPLE_COUNT: Count = { filter: 'PERSON_CALL_LIST', fields: ['callListId'] };

/** Counts the records of a kind by the sources of their external ids. */
export const sourceCountsOf = (kind: KindName): readonly Count[] =>
  Object.entries<Filter>(FILTERS[kind]).flatMap(([name, filter]) =>
    'by' in filter && filter.countsSources === true
      ? [{ filter: name as FilterName, fields: ['source'] }]
      : [],
  );

/** All counts of the records of a kind. */
export const countsOf = (kind: KindName): readonly Count[] =>
  Object.entries<Filter>(FILTERS[kind]).flatMap(([name, filter]) =>
    'counts' in filter ? (filter.counts ?? []).map((fields) => ({ filter: name as FilterName, fields })) : [],
  );

/** The fields by whose values the records of a kind are counted. */
export const countedFields = (kind: KindName): readonly string[] =>
  countsOf(kind).flatMap(({ fields: [field = '', ...others] }) => (others.length === 0 ? field : []));

/** The filters whose lookups are counted. */
export const COUNTED_FILTERS: readonly FilterName[] = KIND_NAMES.flatMap((kind) =>
  Object.entries<Filter>(FILTERS[kind]).flatMap(([name, filter]) =>
    'by' in filter && (filter.counts ?? filter.countsOnce ?? filter.countsSources) !== undefined
      ? [name as FilterName]
      : [],
  ),
);
