import type { Company } from '../../domain/company.ts';
import { createIdMaker } from '../../domain/import-ids.ts';
import type { Person } from '../../domain/person.ts';
import { isUuid } from '../../domain/uuid.ts';
import { callListKey, companyKey, personKey, type TableKey } from '../../table/items/keys.ts';
import { existing } from '../../table/items/versions.ts';
import type { PartitionsQuery } from '../../table/paging/merged-partitions.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { callListFromItem } from '../call-lists/call-list-mapper.ts';
import { companyFromItem, personFromItem } from '../store/record-mappers.ts';
import { findResources, type ResourceLookup } from './find-resources.ts';
import { importedId, lookupPartitions, type RecordLookupKind } from './lookup-keys.ts';
import { hasValue } from './lookup-values.ts';
import { nameOfSortKey, namesOf, namesOfPerson, searchedStart } from './name-lookups.ts';
import { peopleOfList } from './people-of-list.ts';

interface ResourceKind<T> {
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => T;
  readonly nameKind: 'PERSON_NAME' | 'COMPANY_NAME' | 'CALL_LIST_NAME';
  readonly namesOf: (item: Item) => readonly string[];
}

interface RecordKind<T> extends ResourceKind<T> {
  readonly name: 'person' | 'company';
  /** The kind of lookup of each parameter that is compared with values of the record. */
  readonly parameters: Readonly<Record<string, RecordLookupKind>>;
}

const PERSON: RecordKind<Person> = {
  name: 'person',
  keyOf: personKey,
  fromItem: personFromItem,
  nameKind: 'PERSON_NAME',
  namesOf: namesOfPerson,
  parameters: {
    externalId: 'PERSON_EXTERNAL_ID',
    email: 'PERSON_EMAIL',
    phone: 'PERSON_PHONE',
    companyId: 'PERSON_COMPANY',
    ownerId: 'PERSON_OWNER',
    tag: 'PERSON_TAG',
  },
};

const COMPANY: RecordKind<Company> = {
  name: 'company',
  keyOf: companyKey,
  fromItem: companyFromItem,
  nameKind: 'COMPANY_NAME',
  namesOf,
  parameters: {
    externalId: 'COMPANY_EXTERNAL_ID',
    domain: 'COMPANY_DOMAIN',
    phone: 'COMPANY_PHONE',
    ownerId: 'COMPANY_OWNER',
    tag: 'COMPANY_TAG',
  },
};

const CALL_LIST = {
  keyOf: callListKey,
  fromItem: callListFromItem,
  nameKind: 'CALL_LIST_NAME',
  namesOf,
} as const;

interface Context<K> {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly kind: K;
}

/** In the order of the ids. */
const byIds = <T>(
  { reader, organizationId, kind }: Context<RecordKind<T>>,
  ids: readonly string[],
): ResourceLookup<T> => {
  const read = async (): Promise<ReadonlyMap<unknown, Item>> => {
    const items = await reader.getMany(ids.map((id) => kind.keyOf(organizationId, id)));
    return new Map(items.filter(existing).map((item) => [item['id'], item]));
  };
  return {
    scope: ['id', ids.join()],
    async page({ limit, after }) {
      const found = await read();
      const left = ids.slice(after === undefined ? 0 : ids.indexOf(after) + 1);
      const items = left.flatMap((id) => {
        const item = found.get(id);
        return item === undefined ? [] : [{ resource: kind.fromItem(item), position: id }];
      });
      const shown = items.slice(0, limit);
      return { items: shown, end: shown.at(-1)?.position, hasMore: items.length > limit };
    },
    count: async () => (await read()).size,
    endsWith: (id) => ids.includes(id),
  };
};

/** In the order of their ids. */
const byValue = <T>(
  { reader, organizationId, kind }: Context<RecordKind<T>>,
  name: string,
  lookup: RecordLookupKind,
  value: string,
): ResourceLookup<T> =>
  findResources(reader, {
    scope: [name, value],
    lookups: { partitions: lookupPartitions(organizationId, lookup, value) },
    // The record whose id is computed from the external id has no lookup.
    ...(name === 'externalId' && {
      others: [importedId(createIdMaker(organizationId), kind.name, value)],
    }),
    keyOf: (id) => kind.keyOf(organizationId, id),
    matches: (item) => hasValue(item, lookup, value),
    fromItem: kind.fromItem,
    endsWith: isUuid,
  });

/** All sort keys that start with a text. U+10FFFF is a noncharacter, which sorts after all others. */
const startingWith = (partitions: readonly string[], start: string): PartitionsQuery => ({
  partitions,
  from: start,
  to: `${start}\u{10ffff}`,
});

/**
 * In the order of their names.
 *
 * @param name as `nameText` returns it
 */
const byName = <T>({ reader, organizationId, kind }: Context<ResourceKind<T>>, name: string) => {
  const start = searchedStart(name);
  const partitionsOf = (lookup: Parameters<typeof lookupPartitions>[1]) =>
    startingWith(lookupPartitions(organizationId, lookup, start), start);
  return findResources<T>(reader, {
    scope: ['name', name],
    lookups: partitionsOf(kind.nameKind),
    ...(kind.nameKind === 'PERSON_NAME' && { repeated: partitionsOf('PERSON_NAME_REPEATED') }),
    keyOf: (sortKey) => kind.keyOf(organizationId, nameOfSortKey(sortKey).id),
    // A person whose first and last name both start with the text is shown by the first of them.
    matches: (item, sortKey) => {
      const [first] = kind
        .namesOf(item)
        .filter((text) => text.startsWith(start))
        .toSorted();
      return first === nameOfSortKey(sortKey).text;
    },
    fromItem: kind.fromItem,
    endsWith: (position) => {
      const { text, id } = nameOfSortKey(position);
      return isUuid(id) && text.startsWith(start);
    },
  });
};

type LookupQuery = Readonly<Record<string, unknown>>;

/** Makes a function that returns the lookup a request asks for; undefined without one of its parameters. */
const lookupOf =
  <T>(kind: RecordKind<T>) =>
  (reader: TableReader, organizationId: string, query: LookupQuery): ResourceLookup<T> | undefined => {
    const context = { reader, organizationId, kind };
    const { id: ids, name } = query;
    if (Array.isArray(ids)) return byIds(context, ids);
    if (typeof name === 'string') return byName(context, name);
    for (const [parameter, lookup] of Object.entries(kind.parameters)) {
      const value = query[parameter];
      if (typeof value === 'string') return byValue(context, parameter, lookup, value);
    }
    return undefined;
  };

const personLookupByValue = lookupOf(PERSON);

/** The lookup of people that a request asks for; undefined without one of its parameters. */
export const personLookup = (reader: TableReader, organizationId: string, query: LookupQuery) => {
  const { callListId } = query;
  return typeof callListId === 'string'
    ? peopleOfList(reader, organizationId, callListId)
    : personLookupByValue(reader, organizationId, query);
};

/** The lookup of companies that a request asks for; undefined without one of its parameters. */
export const companyLookup = lookupOf(COMPANY);

/** The call lists whose name starts with a text, in the order of their names. */
export const callListLookup = (reader: TableReader, organizationId: string, name: string) =>
  byName({ reader, organizationId, kind: CALL_LIST }, name);
