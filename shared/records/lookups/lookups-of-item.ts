import { createIdMaker } from '../../domain/import-ids.ts';
import { map, optionalString, requiredNumber } from '../../table/items/attributes.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { ChangedResource } from '../../table/items/resource-key.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';
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
