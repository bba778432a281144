import type { IdMaker } from '../../domain/import-ids.ts';
import { emailKey } from '../../domain/values/email-address.ts';
import { externalIdTextOf } from '../../domain/values/external-id.ts';
import { hostNameOf } from '../../domain/values/host-name.ts';
import type { TableKey } from '../../table/items/keys.ts';
import { hashedPartition } from '../../table/items/lookup.ts';
import { sharded, shardOf } from '../../table/items/shards.ts';

/** The form of a value that all its spellings have in common. */
type Comparison = (value: string) => string;

const exactly: Comparison = (value) => value;
const withoutCase: Comparison = (value) => value.normalize('NFC').toLowerCase();
const byHost: Comparison = (value) => hostNameOf(value) ?? value.toLowerCase();
const byExternalId: Comparison = (value) => externalIdTextOf(value) ?? value;
/** A name is found by its prefixes, all of which have these characters. */
const byStart: Comparison = (text) => [...text.slice(0, 4)].slice(0, 2).join('');

interface LookupKind {
  readonly compare: Comparison;
  /** Whether so many resources may have the same value that one partition would delay an import. */
  readonly isSharded?: true;
}

const KINDS = {
  PERSON_EMAIL: { compare: emailKey },
  PERSON_PHONE: { compare: exactly },
  PERSON_COMPANY: { compare: exactly },
  PERSON_EXTERNAL_ID: { compare: byExternalId },
  PERSON_OWNER: { compare: withoutCase, isSharded: true },
  PERSON_TAG: { compare: withoutCase, isSharded: true },
  PERSON_NAME: { compare: byStart, isSharded: true },
  /** What the texts of a person's name have in common at their start, so that each person is counted once. */
  PERSON_NAME_REPEATED: { compare: byStart },
  PERSON_CALL_LIST: { compare: exactly, isSharded: true },
  COMPANY_DOMAIN: { compare: byHost },
  COMPANY_PHONE: { compare: exactly },
  COMPANY_EXTERNAL_ID: { compare: byExternalId },
  COMPANY_OWNER: { compare: withoutCase, isSharded: true },
  COMPANY_TAG: { compare: withoutCase, isSharded: true },
  COMPANY_NAME: { compare: byStart, isSharded: true },
  CALL_LIST_NAME: { compare: byStart },
  ENTRY_PERSON: { compare: exactly },
  ENTRY_STATUS: { compare: exactly, isSharded: true },
  /** All entries with a next call. */
  ENTRY_NEXT_CALL: { compare: () => '', isSharded: true },
  ENTRY_NEXT_CALL_OF_LIST: { compare: exactly },
} as const satisfies Readonly<Record<string, LookupKind>>;

/** A kind of lookup: the resource, and the value by which it is found. */
export type LookupKindName = keyof typeof KINDS;

/** A kind of lookup of people or companies by a value of theirs. */
export type RecordLookupKind = Extract<
  LookupKindName,
  `${'PERSON' | 'COMPANY'}_${'EMAIL' | 'PHONE' | 'COMPANY' | 'EXTERNAL_ID' | 'OWNER' | 'TAG' | 'DOMAIN'}`
>;

/** The form of a value in which it is compared. */
export const comparable = (kind: LookupKindName, value: string): string => KINDS[kind].compare(value);

const isSharded = (kind: LookupKindName): boolean => 'isSharded' in KINDS[kind];

const lookupPartition = (organizationId: string, kind: LookupKindName, value: string): string =>
  hashedPartition(organizationId, kind, comparable(kind, value));

/** All partitions with lookups of the resources that have a value. */
export const lookupPartitions = (
  organizationId: string,
  kind: LookupKindName,
  value: string,
): readonly string[] => {
  const partition = lookupPartition(organizationId, kind, value);
  return isSharded(kind) ? sharded(partition) : [partition];
};

/**
 * The lookup of a resource by one of its values.
 *
 * @param sk sorts the resources that have the value, and tells which one it is. @default its id
 */
export const lookupKey = (
  organizationId: string,
  kind: LookupKindName,
  value: string,
  id: string,
  sk = id,
): TableKey => {
  const partition = lookupPartition(organizationId, kind, value);
  return { pk: isSharded(kind) ? shardOf(partition, id) : partition, sk };
};

/** Where an entry is. */
export interface EntryPlace {
  readonly callListId: string;
  readonly position: number;
  readonly id: string;
}

/**
 * The place of an entry as text, in the order of lists. Lookups contain it, so a move removes one and creates
 * another: the stream orders the changes of one item, but not those of the two items of a moved entry.
 */
export const placeText = ({ callListId, position, id }: EntryPlace): string =>
  `${callListId}#${String(position).padStart(10, '0')}#${id}`;

/** The inverse of {@link placeText}. */
export const placeOfText = (text: string): EntryPlace => {
  const [callListId = '', position = '', id = ''] = text.split('#');
  return { callListId, position: Number(position), id };
};

/** An external id in the form `source:id` of the API, by which it is compared. */
export const externalIdText = ({ source, id }: { readonly source: string; readonly id: string }): string =>
  `${source}:${id}`;

/**
 * The id under which a record is imported.
 *
 * @param text its external id as `source:id`, split at the first colon
 */
export const importedId = (idOf: IdMaker, kind: 'person' | 'company' | 'call_list', text: string): string => {
  const colon = text.indexOf(':');
  return idOf(kind, text.slice(0, colon), text.slice(colon + 1));
};
