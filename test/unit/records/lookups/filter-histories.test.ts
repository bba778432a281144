import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { createLookupIndexer } from '../../../../functions/records/index-lookups/handler.ts';
import { nameText, personNameTexts } from '../../../../shared/domain/values/name-text.ts';
import type { CallListEntry } from '../../../../shared/kinds/call-list-entry.ts';
import type { Person } from '../../../../shared/kinds/person.ts';
import { entryLookup } from '../../../../shared/records/lookups/entry-lookup.ts';
import type { ResourceLookup } from '../../../../shared/records/lookups/find-resources.ts';
import { createLookupStore } from '../../../../shared/records/lookups/lookup-store.ts';
import { lookupOf } from '../../../../shared/records/lookups/person-lookup.ts';
import { callListEntryToItem } from '../../../../shared/records/store/call-list-entry-items.ts';
import { personFromItem, personToItem } from '../../../../shared/records/store/record-items.ts';
import { callListEntryKey, personKey } from '../../../../shared/table/items/keys.ts';
import { DELETED_ATTRIBUTE } from '../../../../shared/table/items/schema.ts';
import { createLaggingTable } from '../../../support/engine/lagging-table/lagging-table.ts';
import { exercise } from '../../../support/exercise.ts';
import { sampleData } from '../../../support/records/sample-data.ts';

beforeAll(() => {
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
const idAt = (kind: string, number: number): string => `${kind}f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a1${number}`;
const NUMBERS = [0, 1, 2];
const LISTS = NUMBERS.slice(1).map((number) => idAt('c', number));

const {
  people: [samplePerson],
  callLists: [{ entries: [sampleEntry] = [] } = {}],
} = sampleData('Histories');
if (!samplePerson || !sampleEntry) throw new Error('There are too few sample records.');
const sample = { person: samplePerson, entry: sampleEntry };

const firstNames = [null, 'Ann', 'Änne', 'A', '伟', 'O’Neill'];
const lastNames = [null, 'Annson', 'ann', 'van der Ann', '王', 'Ńeill', 'Straße'];
const owners = [null, 'Nora', 'NORA', 'other'];
const tags = ['vip', 'VIP', 'north'];
const statuses = ['pending', 'callback', 'completed'] as const;
const times = [null, '2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z'];

type Step =
  | { readonly kind: 'person'; readonly number: number; readonly state: Partial<Person> | null }
  | { readonly kind: 'entry'; readonly number: number; readonly state: Partial<CallListEntry> | null }
  | { readonly kind: 'index'; readonly shard: number; readonly size: number; readonly isRepeated: boolean };

const number = fc.constantFrom(...NUMBERS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('person' as const),
    number,
    state: fc.option(
      fc.record({
        firstName: fc.constantFrom(...firstNames),
        lastName: fc.constantFrom(...lastNames),
        ownerId: fc.constantFrom(...owners),
        tags: fc.subarray(tags),
      }),
      { freq: 6 },
    ),
  }),
  fc.record({
    kind: fc.constant('entry' as const),
    number,
    state: fc.option(
      fc.record({
        callListId: fc.constantFrom(...LISTS),
        position: fc.nat(2),
        personId: fc.option(number.map((each) => idAt('a', each))),
        status: fc.constantFrom(...statuses),
        nextCallAt: fc.constantFrom(...times),
      }),
      { freq: 6 },
    ),
  }),
  fc.record({
    kind: fc.constant('index' as const),
    shard: fc.nat(2),
    size: fc.integer({ min: 1, max: 4 }),
    isRepeated: fc.boolean(),
  }),
);

/** A table with people and entries, and an indexer that follows the shards of its stream one by one. */
const createHistory = () => {
  const table = createLaggingTable();
  const people = new Map<string, Person>();
  const entries = new Map<string, CallListEntry>();
  const versions = new Map<string, number>();
  const next = (id: string): number => {
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    return version;
  };
  const TableName = table.tableName;
  const index = createLookupIndexer({
    reader: table.reader,
    store: createLookupStore(table.client, TableName),
  });
  const done = [0, 0, 0];

  const shardOf = ({ dynamodb }: DynamoDBRecord): number => {
    const key = `${dynamodb?.Keys?.['pk']?.S} ${dynamodb?.Keys?.['sk']?.S}`;
    return [...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_009, 7) % done.length;
  };

  return {
    table,
    people,
    entries,
    async setPerson(each: number, state: Partial<Person> | null): Promise<void> {
      const id = idAt('a', each);
      const version = next(id);
      if (state === null) {
        const Item = { ...personKey(ORGANIZATION, id), id, version, [DELETED_ATTRIBUTE]: times[1] };
        if (people.delete(id)) await table.client.send(new PutCommand({ TableName, Item }));
        return;
      }
      const person = { ...sample.person, id, ...state };
      people.set(id, person);
      const Item = { ...personToItem(ORGANIZATION, person), version };
      await table.client.send(new PutCommand({ TableName, Item }));
    },
    async setEntry(each: number, state: Partial<CallListEntry> | null): Promise<void> {
      const id = idAt('e', each);
      const before = entries.get(id);
      const version = next(id);
      const Key = before && { ...callListEntryKey(ORGANIZATION, before.callListId, before.position, id) };
      if (state === null) {
        if (entries.delete(id)) await table.client.send(new DeleteCommand({ TableName, Key }));
        return;
      }
      const entry = { ...sample.entry, id, companyId: null, ...state };
      entries.set(id, entry);
      const Item = { ...callListEntryToItem(ORGANIZATION, entry), version };
      const place = callListEntryKey(ORGANIZATION, entry.callListId, entry.position, id);
      const isMoved = Key !== undefined && (Key.pk !== place.pk || Key.sk !== place.sk);
      const put = { Put: { TableName, Item } };
      await table.client.send(
        new TransactWriteCommand({
          TransactItems: isMoved ? [{ Delete: { TableName, Key } }, put] : [put],
        }),
      );
    },
    /** Indexes the next records of a shard, and some of them again. Returns whether there were any. */
    async indexNext(shard: number, size: number, isRepeated: boolean): Promise<boolean> {
      const records = (await table.recordsOf('ORG#')).filter((record) => shardOf(record) === shard);
      const start = done[shard] ?? 0;
      const batch = records.slice(Math.max(0, start - (isRepeated ? 2 : 0)), start + size);
      if (start >= records.length) return false;
      expect(await index({ Records: batch })).toEqual({ batchItemFailures: [] });
      done[shard] = Math.min(records.length, start + size);
      return true;
    },
  };
};

type History = ReturnType<typeof createHistory>;

const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const placeOf = ({ callListId, position, id }: CallListEntry): string => `${callListId}#${position}#${id}`;

const filtersOf = ({ table: { reader }, people, entries }: History) => {
  const ofPeople = (
    query: Readonly<Record<string, string>>,
    has: (person: Person) => boolean,
    orderOf = ({ id }: Person) => id,
  ) => ({
    query,
    lookup: lookupOf('person', personFromItem)(reader, ORGANIZATION, query),
    expected: [...people.values()]
      .filter(has)
      .toSorted((a, b) => byText(orderOf(a), orderOf(b)))
      .map(({ id }) => id),
  });
  const byName = (name: string) => {
    const start = nameText(name);
    const starts = (text: string): boolean => nameText(text).startsWith(start);
    return ofPeople(
      { name: start },
      ({ firstName, lastName }) =>
        starts(firstName ?? '') ||
        starts(lastName ?? '') ||
        starts(`${firstName ?? ''} ${lastName ?? ''}`) ||
        // As Chinese names are written.
        `${lastName}${firstName}`.startsWith(name),
      ({ firstName, lastName, id }) => {
        const texts = personNameTexts(firstName, lastName).filter((text) => text.startsWith(start));
        return `${texts.toSorted()[0]}\t${id}`;
      },
    );
  };
  const ofEntries = (
    given: { readonly personId?: string; readonly status?: string; readonly nextCallBefore?: string },
    callListId: string | undefined,
    has: (entry: CallListEntry) => boolean,
    orderOf = placeOf,
  ) => {
    const status = new Set(given.status?.split(','));
    const query = { ...given, status, callListId };
    return {
      query,
      lookup: entryLookup(reader, ORGANIZATION, query),
      expected: [...entries.values()]
        .filter((entry) => has(entry) && (callListId === undefined || entry.callListId === callListId))
        .toSorted((a, b) => byText(orderOf(a), orderOf(b)))
        .map(({ id }) => id),
    };
  };
  const calls = (time: string, callListId?: string) =>
    ofEntries(
      { nextCallBefore: time },
      callListId,
      ({ nextCallAt }) => nextCallAt !== null && nextCallAt <= time,
      (entry) => `${entry.nextCallAt}#${placeOf(entry)}`,
    );
  const [list = ''] = LISTS;
  return [
    ...['ann', 'AN', 'ann ann', 'van d', "o'n", 'neill', 'strass', '王伟'].map(byName),
    ofPeople({ ownerId: 'nora' }, ({ ownerId }) => ownerId?.toLowerCase() === 'nora'),
    ofPeople({ tag: 'Vip' }, (person) => person.tags.some((tag) => tag.toLowerCase() === 'vip')),
    ofPeople({ callListId: list }, ({ id }) =>
      [...entries.values()].some((entry) => entry.personId === id && entry.callListId === list),
    ),
    ofEntries({ personId: idAt('a', 1) }, undefined, ({ personId }) => personId === idAt('a', 1)),
    ofEntries({ status: 'pending' }, undefined, ({ status }) => status === 'pending'),
    ofEntries({ status: 'pending,callback' }, list, ({ status }) => status !== 'completed'),
    calls('2026-03-01T08:00:00.000Z'),
    calls('2026-03-05T08:00:00.000Z'),
    calls('2026-03-05T08:00:00.000Z', list),
  ];
};

const read = async (lookup: ResourceLookup<{ readonly id: string }>, limit: number) => {
  const ids: string[] = [];
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await lookup.page({ limit, after });
    ids.push(...page.items.map(({ resource }) => resource.id));
    if (page.end !== undefined) expect(lookup.endsWith(page.end), page.end).toBe(true);
    after = page.end;
    hasMore = page.hasMore;
  }
  return ids;
};

it('shows no stale match, and finally each match once, in order, whatever the shards do', async () => {
  const count = exercise('matches', 'indexed early', 'repeated');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, limit) => {
        const history = createHistory();
        for (const each of steps) {
          if (each.kind === 'person') await history.setPerson(each.number, each.state);
          else if (each.kind === 'entry') await history.setEntry(each.number, each.state);
          else if (await history.indexNext(each.shard, each.size, each.isRepeated)) {
            count(each.isRepeated ? 'repeated' : 'indexed early');
          }
        }
        for (const { query, lookup, expected } of filtersOf(history)) {
          const found = await read(lookup, limit);
          expect(new Set(found).size, JSON.stringify(query)).toBe(found.length);
          expect(expected, JSON.stringify(query)).toEqual(expect.arrayContaining(found));
          count('matches', found.length);
        }
        for (const shard of [0, 1, 2]) while (await history.indexNext(shard, 3, true));
        for (const { query, lookup, expected } of filtersOf(history)) {
          expect(await read(lookup, limit), JSON.stringify(query)).toEqual(expected);
          expect(await lookup.count(), JSON.stringify(query)).toBe(expected.length);
        }
      },
    ),
    { numRuns: 500 },
  );
}, 120_000);
