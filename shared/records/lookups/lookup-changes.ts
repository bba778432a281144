import { createIdMaker } from '../../domain/import-ids.ts';
import { map, optionalString, requiredNumber, requiredString } from '../../table/items/attributes.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { LookupChange } from '../../table/items/lookup.ts';
import type { ChangedResource } from '../../table/items/resource-key.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';
import { existing, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { importedId, lookupKey, placeText, type RecordLookupKind } from './lookup-keys.ts';
import { LOOKUP_VALUES } from './lookup-values.ts';
import { nameLookups, namesOf, namesOfPerson, repeatedNameLookups } from './name-lookups.ts';

const kindsOf = (prefix: 'PERSON' | 'COMPANY'): readonly RecordLookupKind[] =>
  (Object.keys(LOOKUP_VALUES) as readonly RecordLookupKind[]).filter((kind) => kind.startsWith(prefix));

const KINDS = { person: kindsOf('PERSON'), company: kindsOf('COMPANY') };

const valueLookups = (
  { organizationId, id }: ChangedResource,
  kind: 'person' | 'company',
  item: Item,
): readonly TableKey[] => {
  const idOf = createIdMaker(organizationId);
  // A record whose id is computed from an external id is found without a lookup.
  const isFoundById = (text: string): boolean => importedId(idOf, kind, text) === id;
  return KINDS[kind].flatMap((each) =>
    LOOKUP_VALUES[each](item)
      .filter((value) => !each.endsWith('EXTERNAL_ID') || !isFoundById(value))
      .map((value) => lookupKey(organizationId, each, value, id)),
  );
};

type ChangedEntry = Extract<ChangedResource, { readonly kind: 'call_list_entry' }>;

const entryLookups = ({ organizationId, callListId, id }: ChangedEntry, item: Item): readonly TableKey[] => {
  const place = placeText({ callListId, position: requiredNumber(item, 'position'), id });
  const personId = optionalString(item, 'personId');
  const nextCallAt = optionalString(item, 'nextCallAt');
  // The previous values of a moved entry are those of its previous person, whose erasure removes them.
  const previous = map<{ readonly personId?: string | null }>(item, PREVIOUS_ATTRIBUTE);
  const people = [personId, previous?.personId ?? null].filter((each) => each !== null);
  const next = nextCallAt === null ? undefined : `${nextCallAt}#${place}`;
  return [
    ...people.map((each) => lookupKey(organizationId, 'ENTRY_PERSON', each, id, place)),
    lookupKey(organizationId, 'ENTRY_STATUS', requiredString(item, 'status'), id, place),
    ...(personId === null
      ? []
      : [lookupKey(organizationId, 'PERSON_CALL_LIST', callListId, personId, `${personId}#${place}`)]),
    ...(next === undefined
      ? []
      : [
          lookupKey(organizationId, 'ENTRY_NEXT_CALL', '', id, next),
          lookupKey(organizationId, 'ENTRY_NEXT_CALL_OF_LIST', callListId, id, next),
        ]),
  ];
};

/**
 * The keys of all lookups of a stored resource. May contain a key twice. Throws a CorruptItemError for an
 * item that the API cannot show either.
 */
export const lookupsOf = (resource: ChangedResource, item: Item): readonly TableKey[] => {
  const { organizationId, id } = resource;
  switch (resource.kind) {
    case 'person': {
      const names = namesOfPerson(item);
      return [
        ...valueLookups(resource, 'person', item),
        ...nameLookups(organizationId, 'PERSON_NAME', names, id),
        ...repeatedNameLookups(organizationId, names, id),
      ];
    }
    case 'company':
      return [
        ...valueLookups(resource, 'company', item),
        ...nameLookups(organizationId, 'COMPANY_NAME', namesOf(item), id),
      ];
    case 'call_list':
      return nameLookups(organizationId, 'CALL_LIST_NAME', namesOf(item), id);
    case 'call_list_entry':
      return entryLookups(resource, item);
    case 'webhook_endpoint':
    case 'import':
    case 'export':
      return [];
  }
};

/** A change of a stored resource: both images of a record of the table's stream. */
export interface ItemChange {
  readonly resource: ChangedResource;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const keyText = ({ pk, sk }: TableKey): string => `${pk} ${sk}`;

/** The lookups of an image. A tombstone has none. */
const keysOf = ({ resource }: ItemChange, image: Item | undefined): ReadonlyMap<string, TableKey> => {
  const item = existing(image);
  const keys = item === undefined ? [] : lookupsOf(resource, item);
  return new Map(keys.map((key) => [keyText(key), key]));
};

/** The lookups that a change adds and removes. */
export const lookupChanges = (change: ItemChange): readonly LookupChange[] => {
  const before = keysOf(change, change.before);
  const after = keysOf(change, change.after);
  const version = versionOf(change.after) ?? (versionOf(change.before) ?? 0) + 1;
  const changes = (
    type: LookupChange['type'],
    keys: ReadonlyMap<string, TableKey>,
    others: ReadonlyMap<string, TableKey>,
  ): readonly LookupChange[] =>
    [...keys].flatMap(([text, key]) => (others.has(text) ? [] : [{ key, type, version }]));
  return [...changes('put', after, before), ...changes('delete', before, after)];
};

/** The last change of each lookup. */
export const lastChanges = (changes: readonly LookupChange[]): readonly LookupChange[] => [
  ...new Map(changes.map((change) => [keyText(change.key), change])).values(),
];
