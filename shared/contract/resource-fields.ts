import type { CallList, ListedCallList } from '../domain/call-list.ts';
import type { CallListEntry } from '../domain/call-list-entry.ts';
import type { Callability } from '../domain/callability.ts';
import type { Company } from '../domain/company.ts';
import type { Person } from '../domain/person.ts';

/** Fields whose names the contract does not fix, such as custom fields. */
export const ANY_FIELD = 'any';

/** The fields of a resource or of a part of it, by name; `null` for one that has no fields of its own. */
export interface FieldTree {
  readonly [name: string]: FieldTree | typeof ANY_FIELD | null;
}

/** Exactly the fields of a type, so that a field cannot be forgotten. */
type TreeOf<T> = T extends readonly (infer E)[]
  ? TreeOf<E>
  : T extends object
    ? string extends keyof T
      ? typeof ANY_FIELD
      : { readonly [K in keyof T]-?: TreeOf<NonNullable<T[K]>> }
    : null;

const RECORD = {
  doNotCall: null,
  ownerId: null,
  tags: null,
  externalIds: { source: null, id: null },
  customFields: ANY_FIELD,
  createdAt: null,
  updatedAt: null,
  changedAt: null,
} as const;

const PHONES = { number: null, type: null, extension: null, raw: null, doNotCall: null } as const;

const LOCATION = { street: null, city: null, region: null, postalCode: null, country: null } as const;

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

const PERSON = {
  id: null,
  firstName: null,
  lastName: null,
  title: null,
  emails: { address: null, type: null },
  phones: PHONES,
  companyId: null,
  timezone: null,
  location: LOCATION,
  linkedinUrl: null,
  websiteUrl: null,
  ...RECORD,
} as const satisfies TreeOf<Person>;

const COMPANY = {
  id: null,
  name: null,
  domain: null,
  websiteUrl: null,
  industry: null,
  employeeCount: null,
  annualRevenue: { amount: null, currency: null },
  phones: PHONES,
  location: LOCATION,
  timezone: null,
  linkedinUrl: null,
  description: null,
  ...RECORD,
} as const satisfies TreeOf<Company>;

const ENTRY = {
  id: null,
  callListId: null,
  position: null,
  personId: null,
  companyId: null,
  phone: { number: null, type: null },
  status: null,
  attempts: null,
  lastCalledAt: null,
  lastDisposition: null,
  nextCallAt: null,
  note: null,
  addedAt: null,
  updatedAt: null,
  changedAt: null,
} as const satisfies TreeOf<CallListEntry>;

const LISTED_CALL_LIST = {
  id: null,
  name: null,
  createdAt: null,
  isLocked: null,
} as const satisfies TreeOf<ListedCallList>;

/** The fields of each resource that the data API returns, those that `include` adds among them. */
export const RESOURCE_FIELDS = {
  person: PERSON,
  personWithCallability: { ...PERSON, phones: { ...PHONES, callability: CALLABILITY } },
  company: COMPANY,
  listedCallList: LISTED_CALL_LIST,
  callList: { ...LISTED_CALL_LIST, changedAt: null } satisfies TreeOf<CallList>,
  callListEntry: ENTRY,
  callListWithEntries: {
    ...LISTED_CALL_LIST,
    changedAt: null,
    entryCount: null,
    entries: { ...ENTRY, person: PERSON, company: COMPANY, callability: CALLABILITY },
  } satisfies TreeOf<CallList & { readonly entryCount: number }> & { readonly entries: FieldTree },
} as const satisfies Readonly<Record<string, FieldTree>>;

export type ResourceWithFields = keyof typeof RESOURCE_FIELDS;
