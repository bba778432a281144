import { CALL } from './call.ts';
import { CALL_LIST } from './call-list.ts';
import { CALL_LIST_ENTRY } from './call-list-entry.ts';
import { COMPANY } from './company.ts';
import type { Fields, RecordOf } from './fields.ts';
import type { KindName } from './names.ts';
import { PERSON } from './person.ts';

interface Kind {
  /** What is stored of each record. */
  readonly fields: Fields;
  /** What is shown with a single record, and counted instead of stored with it. */
  readonly counts?: Fields;
  /** The fields that a list of records shows besides the name; none for a kind without a list of its own. */
  readonly listed?: readonly string[];
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
} as const satisfies Readonly<Record<KindName, Kind>>;

/** Every kind of record. Load single ones where bundles matter. */
export const KINDS: Readonly<Record<KindName, Kind>> = DECLARED;

/** The declared fields of a kind. */
export type FieldsOf<N extends KindName> = (typeof DECLARED)[N]['fields'];

/** A record of a kind, as the API shows it. */
export type RecordOfKind<N extends KindName> = RecordOf<FieldsOf<N>>;
