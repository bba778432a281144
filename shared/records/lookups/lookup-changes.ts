import { byEventKind } from '../../kinds/event-kinds.ts';
import {
  FILTERS,
  type Filter,
  type FilterName,
  type NameFilter,
  type ValueFilter,
} from '../../kinds/filters.ts';
import { map, requiredNumber, requiredString } from '../../table/items/attributes.ts';
import { createIdMaker } from '../../table/items/import-ids.ts';
import type { TableKey } from '../../table/items/keys.ts';
import type { LookupChange, LookupCounter } from '../../table/items/lookup.ts';
import type { ChangedResource, Resource } from '../../table/items/resource-key.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';
import { existing, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { filterCounter, ownField, peopleCounter } from './counters.ts';
import { importedId, lookupKey, placeText } from './lookup-keys.ts';
import { valuesOf } from './lookup-values.ts';
import { nameLookups, namesIn, repeatedNameLookups } from './name-lookups.ts';

/** A lookup of a stored resource. */
interface Lookup {
  readonly key: TableKey;
  /** @default none */
  readonly counters?: readonly LookupCounter[];
  /** @default none */
  readonly counterOfPeople?: LookupCounter;
}

/** What sorts the records with the same value: their ids, or the places of entries. */
const placeOf = (resource: Resource, item: Item): string =>
  resource.kind === 'call_list_entry'
    ? placeText({ ...resource, position: requiredNumber(item, 'position') })
    : resource.id;

const byValue = (
  resource: Resource,
  item: Item,
  name: FilterName,
  filter: ValueFilter,
): readonly Lookup[] => {
  const { organizationId, id } = resource;
  const record: Item = { ...item, ...resource };
  const { at, findsMoved } = filter;
  const sorted = at === undefined ? undefined : record[at];
  if (at !== undefined && typeof sorted !== 'string') return [];
  // The previous values of a moved entry are those of its previous person, whose erasure removes them.
  const previous = findsMoved === true ? map(item, PREVIOUS_ATTRIBUTE) : null;
  const values = [record, ...(previous === null ? [] : [{ ...previous }])].flatMap((each) =>
    valuesOf(each, filter),
  );
  // A record whose id is computed from an external id is found without a lookup.
  const isFoundById =
    filter.compare === 'external-id' && resource.kind !== 'call_list_entry'
      ? (text: string): boolean => importedId(createIdMaker(organizationId), resource.kind, text) === id
      : () => false;
  const place = placeOf(resource, item);
  // The entries of a person in a list are counted as one.
  const shardId = at === 'personId' ? String(sorted) : id;
  const sk = sorted === undefined ? place : `${sorted}#${place}`;
  const own = ownField(name);
  return values
    .filter((value) => !isFoundById(value))
    .map((value) => ({
      key: lookupKey(organizationId, name, value, shardId, sk),
      ...(filter.counts && {
        counters: filter.counts.map((fields) =>
          filterCounter(
            organizationId,
            name,
            fields,
            fields.map((field) => (field === own ? value : requiredString(record, field))),
          ),
        ),
      }),
      ...(filter.countsOnce && { counterOfPeople: peopleCounter(organizationId, value) }),
    }));
};

const byName = ({ organizationId, id }: Resource, item: Item, name: FilterName, filter: NameFilter) => {
  const names = namesIn(item, filter);
  const lookupsBy = filter.isRepetition === true ? repeatedNameLookups : nameLookups;
  return lookupsBy(organizationId, name, names, id).map((key): Lookup => ({ key }));
};

/** The filters of each resource. Operational ones have none. */
const FILTERS_OF: Readonly<Record<ChangedResource['kind'], Readonly<Partial<Record<FilterName, Filter>>>>> = {
  ...byEventKind((name): Readonly<Partial<Record<FilterName, Filter>>> => FILTERS[name]),
  webhook_endpoint: {},
  import: {},
  export: {},
};

/**
 * All lookups of a stored resource. May contain one twice. Throws a CorruptItemError for an
 * item that the API cannot show either.
 */
export const lookupsOf = (changed: ChangedResource, item: Item): readonly Lookup[] => {
  const resource = changed as Resource;
  return Object.entries(FILTERS_OF[changed.kind]).flatMap(([name, filter]) => {
    const each = name as FilterName;
    return 'names' in filter ? byName(resource, item, each, filter) : byValue(resource, item, each, filter);
  });
};

/** A change of a stored resource: both images of a record of the table's stream. */
export interface ItemChange {
  readonly resource: ChangedResource;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

const keyText = ({ pk, sk }: TableKey): string => `${pk} ${sk}`;

/** The lookups of an image. A tombstone has none. */
const lookupsIn = ({ resource }: ItemChange, image: Item | undefined): ReadonlyMap<string, Lookup> => {
  const item = existing(image);
  const lookups = item === undefined ? [] : lookupsOf(resource, item);
  return new Map(lookups.map((lookup) => [keyText(lookup.key), lookup]));
};

/** The lookups that a change adds and removes. */
export const lookupChanges = (change: ItemChange): readonly LookupChange[] => {
  const before = lookupsIn(change, change.before);
  const after = lookupsIn(change, change.after);
  const version = versionOf(change.after) ?? (versionOf(change.before) ?? 0) + 1;
  const changes = (
    type: LookupChange['type'],
    lookups: ReadonlyMap<string, Lookup>,
    others: ReadonlyMap<string, Lookup>,
  ): readonly LookupChange[] =>
    [...lookups].flatMap(([text, lookup]) => (others.has(text) ? [] : [{ ...lookup, type, version }]));
  return [...changes('put', after, before), ...changes('delete', before, after)];
};

/** The last change of each lookup. */
export const lastChanges = (changes: readonly LookupChange[]): readonly LookupChange[] => [
  ...new Map(changes.map((change) => [keyText(change.key), change])).values(),
];
