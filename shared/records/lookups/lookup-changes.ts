import { createIdMaker } from '../../domain/import-ids.ts';
import { map, optionalString, requiredNumber } from '../../table/items/attributes.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { LookupChange } from '../../table/items/lookup.ts';
import type { ChangedResource } from '../../table/items/resource-key.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';
import { existing, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { entryLookupKey, importedId, recordLookupKey } from './lookup-keys.ts';
import { LOOKUP_VALUES } from './lookup-values.ts';

const KINDS = {
  person: ['PERSON_EMAIL', 'PERSON_PHONE', 'PERSON_COMPANY', 'PERSON_EXTERNAL_ID'],
  company: ['COMPANY_DOMAIN', 'COMPANY_PHONE', 'COMPANY_EXTERNAL_ID'],
} as const;

const recordLookups = (
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
      .map((value) => recordLookupKey(organizationId, each, value, id)),
  );
};

/**
 * The keys of all lookups of a stored resource. May contain a key twice. Throws a CorruptItemError for an
 * item that the API cannot show either.
 */
export const lookupsOf = (resource: ChangedResource, item: Item): readonly TableKey[] => {
  switch (resource.kind) {
    case 'person':
    case 'company':
      return recordLookups(resource, resource.kind, item);
    case 'call_list_entry': {
      const { organizationId, callListId, id } = resource;
      const place = { callListId, position: requiredNumber(item, 'position'), id };
      // The previous values of a moved entry are those of its previous person, whose erasure removes them.
      const previous = map<{ readonly personId?: string | null }>(item, PREVIOUS_ATTRIBUTE);
      return [optionalString(item, 'personId'), previous?.personId ?? null]
        .filter((personId) => personId !== null)
        .map((personId) => entryLookupKey(organizationId, personId, place));
    }
    case 'call_list':
    case 'webhook_endpoint':
    case 'import':
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
