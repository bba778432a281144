import { CALL, CALL_EXAMPLE, CALL_LOOKUPS, documentCalls } from './call.ts';
import { CALL_LIST, CALL_LIST_EXAMPLE } from './call-list.ts';
import { CALL_LIST_ENTRY, CALL_LIST_ENTRY_EXAMPLE } from './call-list-entry.ts';
import { COMPANY, COMPANY_EXAMPLE, COMPANY_LOOKUPS, documentCompanies } from './company.ts';
import type { Documentation } from './documentation.ts';
import { type Fields, type RecordOf, referencesIn } from './fields.ts';
import { capitalized, type KindName, PLAIN_KINDS, type PlainKind, type Plural, pluralOf } from './names.ts';
import { documentPeople, PERSON, PERSON_EXAMPLE, PERSON_LOOKUPS } from './person.ts';

/**
 * What identifies a record of a source in a row without its id, the most reliable first: the values at some
 * paths together, by a name that is part of the record's id. A field may have several values.
 */
type IdentifiedBy = Readonly<Record<string, readonly string[]>>;

interface Kind {
  /** What is stored of each record. */
  readonly fields: Fields;
  /** What is shown with a single record, and counted instead of stored with it. */
  readonly counts?: Fields;
  /** The fields that a list of records shows besides the name; none for a kind without a list of its own. */
  readonly listed?: readonly string[];
  /** Only kinds with code of their own have none. */
  readonly identifiedBy?: IdentifiedBy;
  /**
   * What is data of a person: the `whole` record, or fields that an erasure clears in the records that refer
   * to the person. `null` for nothing.
   */
  readonly personal:
    | 'whole'
    | { readonly of: string; readonly clears: readonly [string, ...string[]] }
    | null;
}

const DECLARED = {
  person: PERSON,
  company: COMPANY,
  'call-list': CALL_LIST,
  'call-list-entry': CALL_LIST_ENTRY,
  call: CALL,
} as const satisfies Readonly<
  Record<KindName, Kind> & Record<PlainKind, { readonly identifiedBy: IdentifiedBy }>
>;

/** Every kind of record. Load single ones where bundles matter. */
export const KINDS: Readonly<Record<KindName, Kind>> = DECLARED;

/** The declared fields of a kind. */
export type FieldsOf<N extends KindName> = (typeof DECLARED)[N]['fields'];

/** A record of a kind, as the API shows it. */
export type RecordOfKind<N extends KindName> = RecordOf<FieldsOf<N>>;

type Cleared = {
  [K in PlainKind]: (typeof DECLARED)[K]['personal'] extends { readonly of: string } ? Plural<K> : never;
}[PlainKind];

/** What erasures of people clear in records that refer to them and have no code of their own, by plural. */
export const CLEARED = PLAIN_KINDS.flatMap((kind) => {
  const { personal } = KINDS[kind];
  if (personal === null || personal === 'whole') return [];
  return { kind, plural: pluralOf(kind) as Cleared, title: capitalized(pluralOf(kind)), ...personal };
});

/** A table over these, by plural. */
export const byCleared = <T>(entryOf: (cleared: (typeof CLEARED)[number]) => T) =>
  Object.fromEntries(CLEARED.map((each) => [each.plural, entryOf(each)])) as Readonly<Record<Cleared, T>>;

/** The parameters that look up the records of each kind without code of its own. */
export const LOOKUPS = {
  person: PERSON_LOOKUPS,
  company: COMPANY_LOOKUPS,
  call: CALL_LOOKUPS,
} as const satisfies Readonly<Record<PlainKind, object>>;

/** The fields by which records of a kind are looked up by a record that they refer to, and its kind. */
export const lookedUpReferences = (kind: PlainKind): readonly (readonly [field: string, to: KindName])[] =>
  referencesIn(KINDS[kind].fields).filter(([field]) => field in LOOKUPS[kind]);

export type LookupsOf<K extends PlainKind> = (typeof LOOKUPS)[K];

/** An example of each kind, with what an update of it had before. */
export const EXAMPLES: {
  readonly [N in KindName]: readonly [record: RecordOfKind<N>, previous: Partial<RecordOfKind<N>>];
} = {
  person: PERSON_EXAMPLE,
  company: COMPANY_EXAMPLE,
  'call-list': CALL_LIST_EXAMPLE,
  'call-list-entry': CALL_LIST_ENTRY_EXAMPLE,
  call: CALL_EXAMPLE,
};

/** What users read about the kinds without code of their own. Functions make it, which bundles omit. */
export const DOCUMENTATION: { readonly [K in PlainKind]: () => Documentation<LookupsOf<K>> } = {
  person: documentPeople,
  company: documentCompanies,
  call: documentCalls,
};
