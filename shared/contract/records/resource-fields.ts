import type { Callability } from '../../domain/callability.ts';
import { type ANY_FIELD, type FieldTree, treeOf } from '../../kinds/derive/field-tree.ts';
import { KINDS } from '../../kinds/kinds.ts';
import { byKind, type KindName } from '../../kinds/names.ts';

/** Exactly the fields of a type, so that a field cannot be forgotten. */
type TreeOf<T> = T extends readonly (infer E)[]
  ? TreeOf<E>
  : T extends object
    ? string extends keyof T
      ? typeof ANY_FIELD
      : { readonly [K in keyof T]-?: TreeOf<NonNullable<T[K]>> }
    : null;

const CALLABILITY = {
  callableNow: null,
  nextCallableAt: null,
  callableUntil: null,
  timeZones: null,
  timeZoneSource: null,
  regions: null,
  reasons: {
    code: null,
    detail: null,
    field: null,
    region: null,
    citation: null,
    effectiveDate: null,
    checkedDate: null,
    until: null,
  },
} as const satisfies TreeOf<Callability>;

const TREES = byKind((name) => treeOf(KINDS[name].fields));

const { person, company } = TREES;
const { changedAt: _, ...listedCallList } = TREES['call-list'];

/** The fields of each resource that the data API returns, those that `include` adds among them. */
export const RESOURCE_FIELDS: Readonly<Record<ResourceWithFields, FieldTree>> = {
  ...TREES,
  personWithCallability: { ...person, phones: { ...Object(person['phones']), callability: CALLABILITY } },
  listedCallList,
  callListWithEntries: {
    ...TREES['call-list'],
    entryCount: null,
    entries: { ...TREES['call-list-entry'], person, company, callability: CALLABILITY },
  },
};

export type ResourceWithFields =
  | KindName
  | 'personWithCallability'
  | 'listedCallList'
  | 'callListWithEntries';
