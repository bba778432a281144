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

type CountsOf<F> = F extends { readonly counts: readonly (infer C)[] } ? C : never;
type CountsIn<K extends KindName> = CountsOf<(typeof FILTERS)[K][keyof (typeof FILTERS)[K]]>;
type FieldIn<C> = C extends readonly [infer F] ? F : never;

/** The kinds whose records are counted. */
export type CountedKind = { [K in KindName]: [CountsIn<K>] extends [never] ? never : K }[KindName];
export type CountedField = { [K in KindName]: FieldIn<CountsIn<K>> }[KindName];

const COUNTED_KINDS = KIND_NAMES.filter((kind): kind is CountedKind => countedFields(kind).length > 0);
const COUNTED_FIELDS = [...new Set(COUNTED_KINDS.flatMap(countedFields))] as readonly CountedField[];

/** What is counted, and by which fields, as filters declare it. */
export const COUNTED = {
  resource: { kind: 'enum', values: COUNTED_KINDS, isRequired: true },
  by: { kind: 'enum', values: COUNTED_FIELDS, isRequired: true },
} as const;

/** The filters whose lookups are counted. */
export const COUNTED_FILTERS: readonly FilterName[] = KIND_NAMES.flatMap((kind) =>
  Object.entries<Filter>(FILTERS[kind]).flatMap(([name, filter]) =>
    'by' in filter && (filter.counts ?? filter.countsOnce ?? filter.countsSources) !== undefined
      ? [name as FilterName]
      : [],
  ),
);
