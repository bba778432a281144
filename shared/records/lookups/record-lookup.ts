import type { Company } from '../../domain/company.ts';
import { createIdMaker } from '../../domain/import-ids.ts';
import type { Person } from '../../domain/person.ts';
import { companyKey, personKey, type TableKey } from '../../table/items/keys.ts';
import { existing } from '../../table/items/versions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { companyFromItem, personFromItem } from '../store/record-mappers.ts';
import { importedId, lookupPartition, type RecordLookupKind } from './lookup-keys.ts';
import { hasValue } from './lookup-values.ts';

/** A page of the records that a lookup finds. */
export interface LookupPage<T> {
  readonly items: readonly T[];
  /** The id after which the next page starts; undefined if there are no items. */
  readonly end: string | undefined;
  readonly hasMore: boolean;
}

/** Finds the records of an organization that have a value. */
export interface RecordLookup<T> {
  /** The parameter and its value, which identify the lookup. */
  readonly name: string;
  readonly value: string;
  /** @param after the end of the previous page */
  page(query: { readonly limit: number; readonly after: string | undefined }): Promise<LookupPage<T>>;
  /** The number of records. Its cost grows with it: 1 read unit per 60. */
  count(): Promise<number>;
  /** Whether a page may end with this id, in a cursor that may be forged. */
  endsWith(id: string): boolean;
}

interface RecordKind<T> {
  readonly name: 'person' | 'company';
  readonly keyOf: (organizationId: string, id: string) => TableKey;
  readonly fromItem: (item: Item) => T;
  /** The kind of lookup of each parameter but `id`. */
  readonly parameters: Readonly<Record<string, RecordLookupKind>>;
}

const PERSON: RecordKind<Person> = {
  name: 'person',
  keyOf: personKey,
  fromItem: personFromItem,
  parameters: {
    externalId: 'PERSON_EXTERNAL_ID',
    email: 'PERSON_EMAIL',
    phone: 'PERSON_PHONE',
    companyId: 'PERSON_COMPANY',
  },
};

const COMPANY: RecordKind<Company> = {
  name: 'company',
  keyOf: companyKey,
  fromItem: companyFromItem,
  parameters: { externalId: 'COMPANY_EXTERNAL_ID', domain: 'COMPANY_DOMAIN', phone: 'COMPANY_PHONE' },
};

interface Context<T> {
  readonly reader: TableReader;
  readonly organizationId: string;
  readonly kind: RecordKind<T>;
}

/** The existing items of records by id. */
const readRecords = async <T>(
  { reader, organizationId, kind }: Context<T>,
  ids: readonly string[],
  options: { readonly consistentRead: boolean },
): Promise<ReadonlyMap<string, Item>> => {
  const items = await reader.getMany(
    ids.map((id) => kind.keyOf(organizationId, id)),
    options,
  );
  return new Map(items.filter(existing).map((item) => [String(item['id']), item]));
};

const inOrder = (ids: readonly string[], items: ReadonlyMap<string, Item>): readonly Item[] =>
  ids.map((id) => items.get(id)).filter((item) => item !== undefined);

/** In the order of the ids. */
const byIds = <T>(context: Context<T>, ids: readonly string[]): RecordLookup<T> => ({
  name: 'id',
  value: ids.join(),
  async page({ limit, after }) {
    const found = await readRecords(context, ids, { consistentRead: false });
    const left = ids.slice(after === undefined ? 0 : ids.indexOf(after) + 1);
    const items = inOrder(left, found);
    const shown = items.slice(0, limit);
    return {
      items: shown.map(context.kind.fromItem),
      end: shown.map(({ id }) => String(id)).at(-1),
      hasMore: items.length > limit,
    };
  },
  count: async () => (await readRecords(context, ids, { consistentRead: false })).size,
  endsWith: (id) => ids.includes(id),
});

/** In the order of their ids. What is found is read with strong consistency, and compared again. */
const byValue = <T>(
  context: Context<T>,
  name: string,
  lookup: RecordLookupKind,
  value: string,
): RecordLookup<T> => {
  const { reader, organizationId, kind } = context;
  const partition = lookupPartition(organizationId, lookup, value);

  const readMatches = async (ids: readonly string[]): Promise<ReadonlyMap<string, Item>> => {
    const found = await readRecords(context, ids, { consistentRead: true });
    return new Map([...found].filter(([, item]) => hasValue(item, lookup, value)));
  };

  /** The record whose id is computed from the external id, which has no lookup. */
  const readImported = async (): Promise<ReadonlyMap<string, Item>> =>
    name === 'externalId'
      ? readMatches([importedId(createIdMaker(organizationId), kind.name, value)])
      : new Map();

  return {
    name,
    value,
    async page({ limit, after }) {
      const start = after === undefined ? {} : { startAfter: { pk: partition, sk: after } };
      const [lookups, imported] = await Promise.all([
        readItems(reader, { partition, limit: limit + 1, ...start }),
        readImported(),
      ]);
      const ahead = [...imported.keys()].filter((id) => after === undefined || id > after);
      const ids = [...new Set([...lookups.map(({ sk }) => String(sk)), ...ahead])].sort();
      const shown = ids.slice(0, limit);
      const others = await readMatches(shown.filter((id) => !imported.has(id)));
      return {
        items: inOrder(shown, new Map([...imported, ...others])).map(kind.fromItem),
        end: shown.at(-1),
        hasMore: ids.length > limit,
      };
    },
    async count() {
      const [lookups, imported] = await Promise.all([reader.count({ partition }), readImported()]);
      return lookups + imported.size;
    },
    endsWith: () => true,
  };
};

type LookupQuery = Readonly<Record<string, unknown>>;

/** Makes a function that returns the lookup a request asks for; undefined without one of its parameters. */
const lookupOf =
  <T>(kind: RecordKind<T>) =>
  (reader: TableReader, organizationId: string, query: LookupQuery): RecordLookup<T> | undefined => {
    const context = { reader, organizationId, kind };
    const ids = query['id'];
    if (Array.isArray(ids)) return byIds(context, ids);
    for (const [name, lookup] of Object.entries(kind.parameters)) {
      const value = query[name];
      if (typeof value === 'string') return byValue(context, name, lookup, value);
    }
    return undefined;
  };

export const personLookup = lookupOf(PERSON);

export const companyLookup = lookupOf(COMPANY);
