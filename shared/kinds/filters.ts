import type { KindName } from './names.ts';

/** The form in which values are compared, whatever their spelling. */
export type Comparison =
  | 'exact'
  | 'without-case'
  | 'email-address'
  | 'host-name'
  | 'external-id'
  | 'id-or-address';

/** Records are found by the values that a field has. */
export interface ValueFilter {
  /**
   * The field, one within an object or the objects of a list, or several of these. `null` finds all records
   * that have {@link ValueFilter.at}.
   */
  readonly by: string | readonly string[] | null;
  readonly compare: Comparison;
  /**
   * The parameter of a request with a value. Some filters have their own code instead (`entry-lookup.ts`).
   */
  readonly parameter?: string;
  /** The field by which those with a value are sorted. Default: their ids, or places in call lists. */
  readonly at?: string;
  /** Whether a moved record is found by the value before the move, too. */
  readonly findsMoved?: true;
  /** Whether so many records may have the same value that one partition would delay an import. */
  readonly isSharded?: true;
  /**
   * What its lookups are counted by, each a list of fields: one counter for each combination of their values.
   * The value by which records are found goes by the name of the parameter.
   */
  readonly counts?: readonly (readonly string[])[];
  /** Counts its lookups by {@link ValueFilter.by}, those with the same {@link ValueFilter.at} as one. */
  readonly countsOnce?: true;
  /** Counts the records that have external ids of a source, by the source. */
  readonly countsSources?: true;
}

/** Records are found by the start of a name. */
export interface NameFilter {
  readonly names: 'name' | 'first-and-last';
  /**
   * Whether it only tells which names of a record are found by the same start, so that it is counted once.
   */
  readonly isRepetition?: true;
  readonly isSharded?: true;
}

export type Filter = ValueFilter | NameFilter;

/** Records are found by a parameter with the name of the field. */
const named = /* @__NO_SIDE_EFFECTS__ */ <const F extends string, const C extends Comparison>(
  field: F,
  compare: C,
) => ({ by: field, compare, parameter: field }) as const;

const OWNER = { ...named('ownerId', 'without-case'), isSharded: true, counts: [['ownerId']] } as const;

const TAG = {
  by: 'tags',
  compare: 'without-case',
  parameter: 'tag',
  isSharded: true,
  counts: [['tag']],
} as const;

const IN_TIME = { at: 'startedAt' } as const;
const SHARDED_IN_TIME = { ...IN_TIME, isSharded: true } as const;

const EXTERNAL_ID = {
  by: 'externalIds',
  compare: 'external-id',
  parameter: 'externalId',
  countsSources: true,
} as const;

/** The filters of each kind, by the name that begins the partition of their lookups. */
export const FILTERS = {
  person: {
    PERSON_EMAIL: { by: 'emails.address', compare: 'email-address', parameter: 'email' },
    PERSON_PHONE: { by: 'phones.number', compare: 'exact', parameter: 'phone' },
    PERSON_EXTERNAL_ID: EXTERNAL_ID,
    PERSON_OWNER: OWNER,
    PERSON_TAG: TAG,
    PERSON_COMPANY: { ...named('companyId', 'exact'), counts: [['companyId']] },
    PERSON_NAME: { names: 'first-and-last', isSharded: true },
    PERSON_NAME_REPEATED: { names: 'first-and-last', isRepetition: true },
  },
  company: {
    COMPANY_DOMAIN: named('domain', 'host-name'),
    COMPANY_PHONE: { by: 'phones.number', compare: 'exact', parameter: 'phone' },
    COMPANY_EXTERNAL_ID: EXTERNAL_ID,
    COMPANY_OWNER: OWNER,
    COMPANY_TAG: TAG,
    COMPANY_NAME: { names: 'name', isSharded: true },
  },
  'call-list': { CALL_LIST_NAME: { names: 'name' } },
  'call-list-entry': {
    ENTRY_PERSON: { by: 'personId', compare: 'exact', findsMoved: true },
    /** Finds the entries that call a number which is added to the suppression list. */
    ENTRY_PHONE: { by: 'phone.number', compare: 'exact' },
    ENTRY_STATUS: {
      by: 'status',
      compare: 'exact',
      isSharded: true,
      // Each entry has one status, so the same lookups count the entries of call lists.
      counts: [['status'], ['callListId'], ['callListId', 'status']],
    },
    /** The people of a call list. */
    PERSON_CALL_LIST: {
      by: 'callListId',
      compare: 'exact',
      at: 'personId',
      isSharded: true,
      countsOnce: true,
    },
    ENTRY_NEXT_CALL: { by: null, compare: 'exact', at: 'nextCallAt', isSharded: true },
    ENTRY_NEXT_CALL_OF_LIST: { by: 'callListId', compare: 'exact', at: 'nextCallAt' },
  },
  call: {
    CALLED_EXTERNAL_ID: EXTERNAL_ID,
    CALLED_PERSON: { ...named('personId', 'exact'), ...IN_TIME },
    CALLED_COMPANY: { ...named('companyId', 'exact'), ...IN_TIME, counts: [['companyId']] },
    CALLED_FROM_LIST: { ...named('callListId', 'exact'), ...SHARDED_IN_TIME, counts: [['callListId']] },
    CALLED_BY_AGENT: {
      by: ['agent.id', 'agent.email'],
      compare: 'id-or-address',
      parameter: 'agent',
      ...SHARDED_IN_TIME,
    },
    CALLED_WITH_DISPOSITION: {
      ...named('disposition', 'without-case'),
      ...SHARDED_IN_TIME,
      counts: [['disposition']],
    },
    CALLED_AT: { by: null, compare: 'exact', ...SHARDED_IN_TIME },
  },
} as const satisfies Readonly<Record<KindName, Readonly<Record<string, Filter>>>>;

type Names<K> = K extends KindName ? keyof (typeof FILTERS)[K] : never;

/** A kind of lookup: the resource, and the value by which it is found. */
export type FilterName = Names<KindName>;
