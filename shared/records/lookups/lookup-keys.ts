import type { IdMaker } from '../../domain/import-ids.ts';
import { emailKey } from '../../domain/values/email-address.ts';
import { externalIdTextOf } from '../../domain/values/external-id.ts';
import { hostNameOf } from '../../domain/values/host-name.ts';
import type { TableKey } from '../../table/items/keys.ts';
import { hashedPartition } from '../../table/items/lookup.ts';

type Comparison = (value: string) => string;

const exactly: Comparison = (value) => value;
const byHost: Comparison = (value) => hostNameOf(value) ?? value.toLowerCase();
const byExternalId: Comparison = (value) => externalIdTextOf(value) ?? value;

/** How values are compared: by the form that all their spellings have in common. */
const KINDS = {
  PERSON_EMAIL: emailKey,
  PERSON_PHONE: exactly,
  PERSON_COMPANY: exactly,
  PERSON_EXTERNAL_ID: byExternalId,
  COMPANY_DOMAIN: byHost,
  COMPANY_PHONE: exactly,
  COMPANY_EXTERNAL_ID: byExternalId,
  ENTRY_PERSON: exactly,
} as const satisfies Readonly<Record<string, Comparison>>;

/** A kind of lookup: the resource, and the value by which it is found. */
type LookupKind = keyof typeof KINDS;

/** A kind of lookup of people or companies. */
export type RecordLookupKind = Exclude<LookupKind, 'ENTRY_PERSON'>;

/** The form of a value in which it is compared. */
export const comparable = (kind: LookupKind, value: string): string => KINDS[kind](value);

/** The partition with the lookups of all resources that have a value. */
export const lookupPartition = (organizationId: string, kind: LookupKind, value: string): string =>
  hashedPartition(organizationId, kind, comparable(kind, value));

/** The lookup of a person or company by one of its values. */
export const recordLookupKey = (
  organizationId: string,
  kind: RecordLookupKind,
  value: string,
  id: string,
): TableKey => ({ pk: lookupPartition(organizationId, kind, value), sk: id });

/** Where an entry is. */
export interface EntryPlace {
  readonly callListId: string;
  readonly position: number;
  readonly id: string;
}

/**
 * The lookup of an entry by its person. It contains the entry's position, so a move removes one lookup and
 * creates another: the stream orders the changes of one item, but not those of the two items of a moved
 * entry.
 */
export const entryLookupKey = (organizationId: string, personId: string, place: EntryPlace): TableKey => ({
  pk: lookupPartition(organizationId, 'ENTRY_PERSON', personId),
  sk: `${place.callListId}#${place.position}#${place.id}`,
});

/** The inverse of {@link entryLookupKey}. */
export const placeOfEntryLookup = (sk: string): EntryPlace => {
  const [callListId = '', position = '', id = ''] = sk.split('#');
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
