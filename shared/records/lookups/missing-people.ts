import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { personKey } from '../../table/items/keys.ts';
import { hashedPartition, type LookupChange } from '../../table/items/lookup.ts';
import { existing } from '../../table/items/versions.ts';
import { countMerged } from '../../table/paging/merged-partitions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { TableReader } from '../../table/reader.ts';
import type { ItemChange } from './lookup-changes.ts';
import { lookupKey, lookupPartitions, placeOfText } from './lookup-keys.ts';
import type { LookupStore } from './lookup-store.ts';
import { lookupsOfListed } from './people-moves.ts';

interface StoredPerson {
  readonly organizationId: string;
  readonly personId: string;
}

/** A person whom entries of a call list may call. */
interface ListedPerson extends StoredPerson {
  readonly callListId: string;
}

/** Concurrent reads. */
const CONCURRENCY = 16;

const missingPartition = (organizationId: string, callListId: string): string =>
  hashedPartition(organizationId, 'PERSON_MISSING', callListId);

/** How many people were deleted while their entries of a call list stay. 0.5 read units per 60. */
export const countMissing = async (
  reader: TableReader,
  organizationId: string,
  callListId: string,
): Promise<number> => {
  const partitions = [missingPartition(organizationId, callListId)];
  return Number(await countMerged(reader, { partitions }, true));
};

/** The person who a change deletes, or creates again after a deletion. */
export const deletedOrRestored = ({ resource, before, after }: ItemChange): StoredPerson | undefined =>
  resource.kind === 'person' &&
  before !== undefined &&
  (existing(before) === undefined) !== (existing(after) === undefined)
    ? { organizationId: resource.organizationId, personId: resource.id }
    : undefined;

const listedIn = ({ key, counterOfPeople }: LookupChange): readonly ListedPerson[] => {
  if (counterOfPeople === undefined) return [];
  const [, organizationId = ''] = key.pk.split('#');
  const [personId = '', callListId = ''] = key.sk.split('#');
  return [{ organizationId, personId, callListId }];
};

const keyOf = ({ organizationId, personId }: StoredPerson) => personKey(organizationId, personId);

/** Those who are not stored. 1 read unit each. */
const notStored = async <T extends StoredPerson>(
  reader: TableReader,
  people: readonly T[],
): Promise<readonly T[]> => {
  const keys = new Map(people.map(keyOf).map((key) => [key.pk, key]));
  const items = await reader.getMany([...keys.values()], { consistentRead: true });
  const stored = new Set(items.filter(existing).map((item) => item['pk']));
  return people.filter((person) => !stored.has(keyOf(person).pk));
};

/** Everyone in the lists of a person. */
const inListsOf = async (
  reader: TableReader,
  { organizationId, personId }: StoredPerson,
): Promise<readonly ListedPerson[]> => {
  const [partition = ''] = lookupPartitions(organizationId, 'ENTRY_PERSON', personId);
  const items = await readItems(reader, { partition, consistentRead: true });
  const callListIds = new Set(items.map(({ sk }) => placeOfText(String(sk)).callListId));
  return [...callListIds].map((callListId) => ({ organizationId, personId, callListId }));
};

/**
 * People and entries are in different shards of the stream: each side first writes what it knows, then reads
 * what the other side did, until both agree.
 */
const settleAll = async (
  reader: TableReader,
  store: LookupStore,
  listed: readonly ListedPerson[],
): Promise<void> => {
  const settle = async (person: ListedPerson): Promise<void> => {
    const { organizationId, callListId, personId } = person;
    const key = { pk: missingPartition(organizationId, callListId), sk: personId };
    const listed = lookupKey(organizationId, 'PERSON_CALL_LIST', callListId, personId, `${personId}#`);
    const isMissing = async (): Promise<boolean> =>
      (await lookupsOfListed(reader, listed)).length > 0 && (await notStored(reader, [person])).length > 0;
    for (let written: boolean | undefined; ; ) {
      const missing = await isMissing();
      if (missing === written) return;
      await store.apply([{ key, type: missing ? 'put' : 'delete', version: missing ? 1 : 2 }]);
      written = missing;
    }
  };
  await forEachConcurrently(listed, CONCURRENCY, settle);
};

/** Keeps whether these people are missing, except those who are stored. */
export const settleListed = async (
  reader: TableReader,
  store: LookupStore,
  listed: readonly ListedPerson[],
): Promise<void> => settleAll(reader, store, await notStored(reader, listed));

/**
 * Keeps which people of call lists were deleted while their entries stay, so that they are not counted. To be
 * called once the lookups of the changes are written.
 *
 * @param changes of lookups
 * @param people who were deleted or created again
 */
export const settleMissing = async (
  reader: TableReader,
  store: LookupStore,
  {
    changes,
    people,
  }: { readonly changes: readonly LookupChange[]; readonly people: readonly StoredPerson[] },
): Promise<void> => {
  const inLists = await Promise.all(people.map((person) => inListsOf(reader, person)));
  await settleAll(reader, store, inLists.flat());
  await settleListed(reader, store, changes.flatMap(listedIn));
};
