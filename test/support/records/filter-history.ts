import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createLookupIndexer } from '../../../functions/records/index-lookups/handler.ts';
import { hasCreated, ImportMarks } from '../../../shared/imports/reader/run/import-marks.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import type { Person } from '../../../shared/kinds/person.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { createCounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { callListEntryToItem } from '../../../shared/records/store/call-list-entry-items.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { callListEntryKey, personKey } from '../../../shared/table/items/keys.ts';
import { DELETED_ATTRIBUTE, IMPORT_MARK_ATTRIBUTE } from '../../../shared/table/items/schema.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { createLaggingTable, type LaggingTable } from '../engine/lagging-table/lagging-table.ts';
import { sampleData } from './sample-data.ts';

export const ORGANIZATION = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
export const idAt = (kind: string, number: number): string =>
  `${kind}f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a1${number}`;
const NUMBERS = [0, 1, 2];
export const LISTS = NUMBERS.slice(1).map((number) => idAt('c', number));

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

/** Of an import that creates people, whose undo deletes those that are unchanged since. */
const IMPORT_ID = 'f1c1a527-7f0b-4b60-9d3e-2f4f8f0f7a11';
const MARKS = new ImportMarks(IMPORT_ID, () => 0);
const ACTOR = { id: 'cli:nora', name: 'nora', from: null };

type Change =
  | { readonly kind: 'person'; readonly number: number; readonly state: Partial<Person> | null }
  | { readonly kind: 'entry'; readonly number: number; readonly state: Partial<CallListEntry> | null }
  | { readonly kind: 'erasure'; readonly number: number }
  | { readonly kind: 'undo' };

type Step =
  | Change
  | { readonly kind: 'index'; readonly shard: number; readonly size: number; readonly isRepeated: boolean };

const number = fc.constantFrom(...NUMBERS);
/** The first value four times as often as each other one, so that entries share a list and a person. */
const mostly = <T>([first, ...others]: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...(first === undefined ? [] : [first])), weight: 4 },
    { arbitrary: fc.constantFrom(...others), weight: others.length },
  );
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
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
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('entry' as const),
      number,
      state: fc.option(
        fc.record({
          callListId: mostly(LISTS),
          position: fc.nat(2),
          personId: fc.option(mostly(NUMBERS.map((each) => idAt('a', each)))),
          status: fc.constantFrom(...statuses),
          nextCallAt: fc.constantFrom(...times),
        }),
        { freq: 6 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erasure' as const), number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('index' as const),
      shard: fc.nat(2),
      size: fc.integer({ min: 1, max: 4 }),
      isRepeated: fc.boolean(),
    }),
  },
);

/** A table with people and entries, and an indexer that follows the shards of its stream one by one. */
export const createHistory = (table: LaggingTable = createLaggingTable()) => {
  const people = new Map<string, Person>();
  const entries = new Map<string, CallListEntry>();
  const versions = new Map<string, number>();
  /** The ids of all people that were ever stored. */
  const stored = new Set<string>();
  const next = (id: string): number => {
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    return version;
  };
  const TableName = table.tableName;
  const index = createLookupIndexer({
    reader: table.reader,
    store: createLookupStore(createDocumentClientWrites(table.client), TableName),
    counters: createCounterStore(createDocumentClientWrites(table.client), TableName),
  });
  const done = [0, 0, 0];

  const shardOf = ({ dynamodb }: DynamoDBRecord): number => {
    const key = String(dynamodb?.Keys?.['pk']?.S);
    return [...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_009, 7) % done.length;
  };

  const setPerson = async (each: number, state: Partial<Person> | null): Promise<void> => {
    const id = idAt('a', each);
    const version = next(id);
    if (state === null) {
      const Item = { ...personKey(ORGANIZATION, id), id, version, [DELETED_ATTRIBUTE]: times[1] };
      if (people.delete(id)) await table.client.send(new PutCommand({ TableName, Item }));
      return;
    }
    const person = { ...sample.person, id, ...state };
    const mark = MARKS.markOf(people.has(id) ? 'changed' : 'created');
    people.set(id, person);
    stored.add(id);
    const Item = { ...personToItem(ORGANIZATION, person), version, [IMPORT_MARK_ATTRIBUTE]: mark };
    await table.client.send(new PutCommand({ TableName, Item }));
  };

  /** A person was removed by the service. Returns whether there was one. */
  const removed = (id: string, sequence: number): boolean => {
    versions.set(id, Math.max(versions.get(id) ?? 0, sequence));
    return people.delete(id);
  };

  const erase = async (each: number): Promise<boolean> => {
    const id = idAt('a', each);
    const options = { actor: ACTOR, findReferringIds: async () => [], eraseCopies: [] };
    const report = await erasePerson(table, ORGANIZATION, id, options);
    return report !== undefined && removed(id, report.sequence);
  };

  const undo = async (): Promise<boolean> => {
    let isAny = false;
    for (const id of [...people.keys()]) {
      const record = { organizationId: ORGANIZATION, kind: 'person', id } as const;
      const isWanted = (stored: Item): boolean => hasCreated(IMPORT_ID, stored);
      const deleted = await deleteRecord(table, record, { actor: ACTOR, isWanted });
      if (deleted !== undefined) isAny = removed(id, deleted.sequence) || isAny;
    }
    return isAny;
  };

  const setEntry = async (each: number, state: Partial<CallListEntry> | null): Promise<void> => {
    const id = idAt('e', each);
    const before = entries.get(id);
    const version = next(id);
    const Key = before && { ...callListEntryKey(ORGANIZATION, before.callListId, before.position, id) };
    if (state === null) {
      if (entries.delete(id)) await table.client.send(new DeleteCommand({ TableName, Key }));
      return;
    }
    // Nobody is called who was never stored.
    const personId = stored.has(String(state.personId)) ? state.personId : null;
    const entry = { ...sample.entry, id, companyId: null, ...state, personId: personId ?? null };
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
  };

  return {
    table,
    people,
    entries,
    /** Changes records. Returns whether an erasure or an undo found any. */
    async change(step: Change): Promise<boolean> {
      if (step.kind === 'erasure') return erase(step.number);
      if (step.kind === 'undo') return undo();
      await (step.kind === 'person' ? setPerson(step.number, step.state) : setEntry(step.number, step.state));
      return false;
    },
    /** Indexes the next records of a shard, and some of them again. Returns whether there were any. */
    async indexNext(shard: number, size: number, isRepeated: boolean): Promise<boolean> {
      const records = (await table.recordsOf('ORG#')).filter((record) => shardOf(record) === shard);
      const start = done[shard] ?? 0;
      const batch = records.slice(Math.max(0, start - (isRepeated ? 2 : 0)), start + size);
      if (start >= records.length) return false;
      expect(await index({ Records: batch, shardId: String(shard) })).toMatchObject({
        batchItemFailures: [],
      });
      done[shard] = Math.min(records.length, start + size);
      return true;
    },
  };
};

export type History = ReturnType<typeof createHistory>;
