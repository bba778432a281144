import type { Callability } from '../../domain/callability.ts';
import { CALL } from '../../kinds/call.ts';
import { CALL_LIST } from '../../kinds/call-list.ts';
import { CALL_LIST_ENTRY } from '../../kinds/call-list-entry.ts';
import { COMPANY } from '../../kinds/company.ts';
import { type ANY_FIELD, type FieldTree, treeOf } from '../../kinds/derive/field-tree.ts';
import type { KindName } from '../../kinds/names.ts';
import { PERSON } from '../../kinds/person.ts';

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

const person = treeOf(PERSON.fields);
const company = treeOf(COMPANY.fields);
const callList = treeOf(CALL_LIST.fields);
const callListEntry = treeOf(CALL_LIST_ENTRY.fields);
const { changedAt: _, ...listedCallList } = callList;

/** The fields of each resource that the data API returns, those that `include` adds among them. */
export const RESOURCE_FIELDS = {
  person,
  personWithCallability: { ...person, phones: { ...Object(person['phones']), callability: CALLABILITY } },
  company,
  listedCallList,
  'call-list': callList,
  'call-list-entry': callListEntry,
  call: treeOf(CALL.fields),
  callListWithEntries: {
    ...callList,
    entryCount: null,
    entries: { ...callListEntry, person, company, callability: CALLABILITY },
  },
} as const satisfies Readonly<Record<KindName, FieldTree>> & Readonly<Record<string, FieldTree>>;

export type ResourceWithFields = keyof typeof RESOURCE_FIELDS;
